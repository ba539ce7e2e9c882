//! The registry of codes: one kebab-case name, one severity, one sentence and one page each.
//!
//! A code without a page in `pages/` does not compile. Names are never changed once released.

use crate::diagnostic::finding::Severity;

macro_rules! codes {
    ($($variant:ident $name:literal $severity:ident $summary:literal;)*) => {
        /// Which fault a finding is about.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $(#[doc = $summary] $variant,)*
        }

        impl Code {
            /// Every code, in the order of the registry.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The kebab-case name, the same everywhere.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// The severity unless the project says otherwise.
            #[must_use]
            pub fn severity(self) -> Severity {
                match self { $(Self::$variant => Severity::$severity,)* }
            }

            /// One sentence: what is wrong.
            #[must_use]
            pub fn summary(self) -> &'static str {
                match self { $(Self::$variant => $summary,)* }
            }

            /// The page that `explain` prints, in Markdown.
            #[must_use]
            pub fn page(self) -> &'static str {
                match self { $(Self::$variant => include_str!(concat!("pages/", $name, ".md")),)* }
            }
        }
    };
}

codes! {
    // Text
    InvalidUtf8 "invalid-utf8" Error "The file holds bytes that are not UTF-8.";
    WrongEncoding "wrong-encoding" Error "The file is in another encoding than UTF-8.";
    Syntax "syntax" Error "The file is not well-formed YAML or TOML.";
    TabIndent "tab-indent" Error "A tab indents a line of YAML.";
    ConflictMarker "conflict-marker" Error "A merge left its conflict markers in the file.";
    DuplicateKey "duplicate-key" Error "A key is set twice in one mapping.";
    UndefinedAlias "undefined-alias" Error "An alias names an anchor that the file does not have.";
    AliasBudget "alias-budget" Error "Aliases would blow the file up beyond what is read.";
    MergeKey "merge-key" Error "A merge key (`<<`) hides where values come from.";
    UnsupportedTag "unsupported-tag" Error "A YAML tag asks for a type that these files do not have.";
    TooDeep "too-deep" Error "Values are nested deeper than anything these files hold.";
    FileTooLarge "file-too-large" Error "The file is larger than what is read.";
    TooManyFiles "too-many-files" Error "The project has more or larger files than what is read.";
    UnreadableFile "unreadable-file" Error "The file cannot be read.";
    EmptyFile "empty-file" Error "The file holds no document.";
    AmbiguousScalar "ambiguous-scalar" Warning "A plain scalar means something else to other readers of YAML.";
    // Shape
    UnknownKind "unknown-kind" Error "The file's `kind` is none that this tool knows.";
    UnknownField "unknown-field" Error "A field has a name that its place does not have.";
    MissingField "missing-field" Error "A required field is absent.";
    WrongType "wrong-type" Error "A value is of another type than its field takes.";
    EmptyValue "empty-value" Error "A text that must say something is empty.";
    InvalidKey "invalid-key" Error "A key has characters that a key cannot have.";
    // Catalogue
    UnknownCategory "unknown-category" Error "No category of rules has this name.";
    UnknownRule "unknown-rule" Error "The category has no rule of this name.";
    WrongCategory "wrong-category" Error "The rule belongs to another category.";
    UnknownValue "unknown-value" Error "The rule has no value of this name.";
    NotNormalized "not-normalized" Warning "A name is written in another Unicode normal form than the service's.";
    UnknownLanguage "unknown-language" Error "Style rule lists are not kept for this language.";
    MalformedLanguage "malformed-language" Error "A text stands where a language code is due and is none.";
    UnlikelyLanguage "unlikely-language" Warning "A language code is more likely the code of a country.";
    ValueNotOffered "value-not-offered" Warning "The service was not known to offer this value for the list's language.";
    Contradiction "contradiction" Warning "Two configured rules ask for opposite things.";
    // Limits
    NameTooLong "name-too-long" Error "The name is longer than the service takes.";
    LabelTooLong "label-too-long" Error "The label is longer than the service takes.";
    PromptTooLong "prompt-too-long" Error "The prompt is longer than the service takes.";
    PromptUtf16 "prompt-utf16" Warning "The prompt fits in characters but not in UTF-16 units.";
    TooManyInstructions "too-many-instructions" Error "The list has more custom instructions than the service takes.";
    // Text that is not what it seems
    HiddenText "hidden-text" Error "A text holds characters that nobody can see.";
    EdgeWhitespace "edge-whitespace" Warning "A text begins or ends with white space.";
    // Texts
    OffStyle "off-style" Error "A text does not follow its style.";
    TermNotUsed "term-not-used" Warning "A translation does not use a term of its glossary.";
    UnreadableText "unreadable-text" Error "A file of texts cannot be read to its end.";
    TestFailed "test-failed" Error "A style test fails, has no usable recording, or cannot be read.";
    // Comments
    UnusedIgnore "unused-ignore" Warning "A comment ignores a finding that is not there.";
    InvalidIgnore "invalid-ignore" Warning "A comment that should ignore a finding cannot.";
    // Across files
    DuplicateStyleKey "duplicate-style-key" Error "Two documents have the same key.";
    DuplicateName "duplicate-name" Error "Two lists of one language have the same name.";
    DuplicateLabel "duplicate-label" Error "Two instructions of one list have the same label.";
    UnknownBase "unknown-base" Error "`extends` names a base style that the project does not have.";
    BaseCycle "base-cycle" Error "Base styles extend each other in a circle.";
    BaseLanguage "base-language" Error "A base style is for another language than the list that extends it.";
    // Glossaries and spoken terms
    UnknownTable "unknown-table" Error "A file of entries is neither a `.tsv` nor a `.csv`.";
    TableColumns "table-columns" Error "A row of a table has another number of columns than it must.";
    TableQuotes "table-quotes" Error "The quotes of a comma-separated table do not pair.";
    QuotedCell "quoted-cell" Warning "A phrase of a tab-separated table stands in quotes, which would be sent along.";
    TableHeader "table-header" Error "The first row of a table names its columns and would become an entry.";
    ReversedTable "reversed-table" Error "A table holds target phrases first and source phrases second.";
    TableLanguages "table-languages" Error "A row of a table is for other languages than its dictionary.";
    DuplicateEntry "duplicate-entry" Error "A dictionary has a source phrase twice.";
    EntryCharacter "entry-character" Error "A phrase or term holds a control character or a line break.";
    EntryWhitespace "entry-whitespace" Error "A phrase or term begins or ends with white space.";
    PhraseTooLong "phrase-too-long" Error "A phrase is longer than the service takes.";
    GlossaryTooLarge "glossary-too-large" Error "The entries of a glossary are more bytes than the service takes.";
    TooManyGlossaries "too-many-glossaries" Error "There are more glossaries than the service takes.";
    DuplicatePair "duplicate-pair" Error "A glossary has two dictionaries for one pair of languages.";
    PairOfOneLanguage "pair-of-one-language" Error "A dictionary has the same language on both sides.";
    RegionalLanguage "regional-language" Error "A regional code stands where the service keeps root languages.";
    UnlistedLanguage "unlisted-language" Warning "The service was not known to offer this language.";
    DuplicateTermList "duplicate-term-list" Error "A collection has two term lists for one language.";
    DuplicateTerm "duplicate-term" Error "A term list has a term twice.";
    TermsTooLong "terms-too-long" Error "The terms of a list have more characters than the service takes.";
    TermsWithBreaks "terms-with-breaks" Warning "The terms of a list fit, but not with the line breaks between them.";
    // Translation profiles
    UnknownReference "unknown-reference" Error "A profile names something that the project does not have.";
    WrongReference "wrong-reference" Error "A profile names a document of another kind.";
    DuplicateReference "duplicate-reference" Error "A list of names has the same one twice.";
    StyleLanguage "style-language" Error "The style of a profile is for another language than its target.";
    MissingPair "missing-pair" Error "A glossary of a profile has no dictionary for its languages.";
    ReversedPair "reversed-pair" Error "A glossary of a profile has its languages only in the other direction.";
    MissingTermList "missing-term-list" Warning "The spoken terms of a profile have no list for its source language.";
    MissingSourceLanguage "missing-source-language" Error "A profile uses glossaries and does not say what language it translates from.";
    ExclusiveFields "exclusive-fields" Error "Two fields exclude each other, and both are set.";
    UnknownChoice "unknown-choice" Error "A field takes one of a few words, and this is none of them.";
    OutOfRange "out-of-range" Error "A number is outside of what its field takes.";
    LowThreshold "low-threshold" Warning "The threshold of a translation memory is lower than recommended.";
    WithoutEffect "without-effect" Warning "A field has no effect as the document stands.";
    FeatureNotOffered "feature-not-offered" Warning "The service was not known to offer this for the target language.";
    // Project
    UnknownSetting "unknown-setting" Error "The project file has a setting of a name that does not exist.";
    ForbiddenSetting "forbidden-setting" Error "The project file sets what only the person who holds the key may set.";
    InvalidSetting "invalid-setting" Error "A setting of the project file has a value that it cannot have.";
    InvalidGlob "invalid-glob" Error "A pattern for files is not well-formed.";
    NoFiles "no-files" Warning "No file of the project matches its patterns.";
}

impl Code {
    /// The code of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|code| code.name() == name)
    }
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}
