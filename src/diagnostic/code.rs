//! The registry of codes: one kebab-case name, one severity, one sentence and one page each.
//!
//! A code without a page in `pages/` does not compile. Names are never changed once released.

use crate::diagnostic::severity::Severity;

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
    InvalidUtf8 "invalid-utf8" Error "The file contains bytes that are not UTF-8.";
    WrongEncoding "wrong-encoding" Error "The file has another encoding than UTF-8.";
    Syntax "syntax" Error "The file is not well-formed YAML or TOML.";
    TabIndent "tab-indent" Error "A tab indents a line of YAML.";
    ConflictMarker "conflict-marker" Error "A merge left its conflict markers in the file.";
    DuplicateKey "duplicate-key" Error "A key is set twice in one mapping.";
    UndefinedAlias "undefined-alias" Error "An alias refers to an anchor that does not exist in the file.";
    AliasBudget "alias-budget" Error "Aliases expand the file beyond the limit that is read.";
    MergeKey "merge-key" Error "A merge key (`<<`) hides where values come from.";
    UnsupportedTag "unsupported-tag" Error "A YAML tag asks for a type that these files do not have.";
    TooDeep "too-deep" Error "Values are nested too deeply.";
    FileTooLarge "file-too-large" Error "The file is larger than the limit.";
    TooManyFiles "too-many-files" Error "The project has too many files, or too large ones.";
    UnreadableFile "unreadable-file" Error "The file cannot be read.";
    EmptyFile "empty-file" Error "The file contains no document.";
    AmbiguousScalar "ambiguous-scalar" Warning "A plain scalar has another meaning in YAML 1.1.";
    NewerToml "newer-toml" Warning "The file uses TOML 1.1 syntax that other readers may reject.";
    // Shape
    UnknownKind "unknown-kind" Error "The `kind` of a document is unknown.";
    UnknownField "unknown-field" Error "No field has this name here.";
    MissingField "missing-field" Error "A required field is missing.";
    WrongType "wrong-type" Error "A value has the wrong type for its field.";
    EmptyValue "empty-value" Error "A required value is empty.";
    InvalidKey "invalid-key" Error "A key contains invalid characters.";
    // Catalogue
    UnknownCategory "unknown-category" Error "No category of rules has this name.";
    UnknownRule "unknown-rule" Error "The category has no rule of this name.";
    WrongCategory "wrong-category" Error "The rule belongs to another category.";
    UnknownValue "unknown-value" Error "The rule has no value of this name.";
    NotNormalized "not-normalized" Warning "A name or a phrase is written in another Unicode normal form than in the service.";
    UnknownLanguage "unknown-language" Error "Style rule lists do not exist for this language.";
    MalformedLanguage "malformed-language" Error "A language code is expected, and the text is not one.";
    UnlikelyLanguage "unlikely-language" Warning "A language code is probably a country code, or a name or an instruction is for another language.";
    ValueNotOffered "value-not-offered" Warning "As far as is known, the service does not support this value for the list's language.";
    Contradiction "contradiction" Warning "A configured rule contradicts another one, or what an instruction asks for.";
    // Limits
    NameTooLong "name-too-long" Error "The name is longer than the service accepts.";
    LabelTooLong "label-too-long" Error "The label is longer than the service accepts.";
    PromptTooLong "prompt-too-long" Error "The prompt is longer than the service accepts.";
    PromptUtf16 "prompt-utf16" Warning "The prompt is within the limit in characters, but not in UTF-16 units.";
    TooManyInstructions "too-many-instructions" Error "The list has more custom instructions than the service accepts.";
    // Text that is not what it seems
    HiddenText "hidden-text" Error "A text contains invisible characters.";
    SoftHyphen "soft-hyphen" Warning "A text contains soft hyphens.";
    EdgeWhitespace "edge-whitespace" Warning "A text begins or ends with white space.";
    CutText "cut-text" Warning "A text ends where ` #` starts a comment.";
    ForeignNotation "foreign-notation" Warning "Signs of another notation become part of a text.";
    GarbledText "garbled-text" Warning "A text was decoded in the wrong encoding.";
    // Texts
    OffStyle "off-style" Error "A text does not follow its style.";
    TermNotUsed "term-not-used" Warning "A translation does not use a term of its glossary.";
    PlaceholderLost "placeholder-lost" Warning "A translation lacks a placeholder of its source.";
    PlaceholderUnknown "placeholder-unknown" Warning "A translation has a placeholder that its source does not have.";
    MessageSyntax "message-syntax" Warning "A message of ICU MessageFormat cannot be read as its source can.";
    TagUnknown "tag-unknown" Warning "A translation has a tag that neither its source nor HTML knows.";
    TagUnbalanced "tag-unbalanced" Warning "A translation opens or closes a tag without its counterpart.";
    PluralClasses "plural-classes" Warning "A translation lacks a plural form that its language has, or has one that is never shown.";
    TagLost "tag-lost" Warning "A translation lacks a link, a field or a component of its source.";
    TagAdded "tag-added" Warning "A translation has a link, a field or a script that its source does not have.";
    NumberChanged "number-changed" Warning "A translation has another number in the place of its source's.";
    UrlChanged "url-changed" Warning "A translation has an address that is a slip away from its source's, or that nobody can follow.";
    CodeChanged "code-changed" Warning "A translation has other code in the place of its source's.";
    Untranslated "untranslated" Warning "A translation is the same as its source, in another language.";
    EdgeWhitespaceChanged "edge-whitespace-changed" Warning "A translation begins or ends with other white space than its source.";
    UnreadableText "unreadable-text" Error "A file of texts cannot be read completely.";
    TestFailed "test-failed" Error "A style test fails, or has no usable recording.";
    InvalidTest "invalid-test" Error "A style test cannot be read, or tests what the project does not have.";
    // Comments
    UnusedIgnore "unused-ignore" Warning "A comment ignores a finding that does not exist.";
    InvalidIgnore "invalid-ignore" Warning "An ignore comment is invalid.";
    // Across files
    DuplicateStyleKey "duplicate-style-key" Error "Two documents have the same key.";
    DuplicateName "duplicate-name" Error "Two lists of one language have the same name.";
    DuplicateLabel "duplicate-label" Error "Two instructions of one list have the same label.";
    UnknownBase "unknown-base" Error "`extends` names a base style that does not exist in the project.";
    BaseCycle "base-cycle" Error "Base styles extend each other in a circle.";
    BaseLanguage "base-language" Error "A base style has another language than the list that extends it.";
    // Glossaries and spoken terms
    UnknownTable "unknown-table" Error "A file of entries is neither a `.tsv` nor a `.csv`.";
    TableColumns "table-columns" Error "A row of a table has the wrong number of columns.";
    TableQuotes "table-quotes" Error "The quotes of a comma-separated table are unbalanced.";
    QuotedCell "quoted-cell" Warning "A phrase of a tab-separated table is in quotes, which would be sent too.";
    TableHeader "table-header" Error "The first row of a table contains column names and would become an entry.";
    ReversedTable "reversed-table" Error "A table has target phrases first and source phrases second.";
    TableLanguages "table-languages" Error "A row of a table has other languages than its dictionary.";
    DuplicateEntry "duplicate-entry" Error "A dictionary contains a source phrase twice.";
    EntryCharacter "entry-character" Error "A phrase or term contains a control character or a line break.";
    EntryWhitespace "entry-whitespace" Error "A phrase or term begins or ends with white space.";
    PhraseTooLong "phrase-too-long" Error "A phrase is longer than the service accepts.";
    GlossaryTooLarge "glossary-too-large" Error "The entries of a glossary are larger than the service accepts.";
    TooManyGlossaries "too-many-glossaries" Error "There are more glossaries than the service accepts.";
    DuplicatePair "duplicate-pair" Error "A glossary has two dictionaries for one language pair.";
    PairOfOneLanguage "pair-of-one-language" Error "A dictionary or a profile has the same source and target language.";
    RegionalLanguage "regional-language" Error "A dictionary has a regional language code.";
    UnlistedLanguage "unlisted-language" Warning "As far as is known, the service does not support this language.";
    DuplicateTermList "duplicate-term-list" Error "A collection has two term lists for one language.";
    DuplicateTerm "duplicate-term" Error "A term list contains a term twice.";
    TermsTooLong "terms-too-long" Error "The terms of a list have more characters than the service accepts.";
    TermsWithBreaks "terms-with-breaks" Warning "The terms of a list are within the limit, but not with the line breaks between them.";
    // Translation profiles
    UnknownReference "unknown-reference" Error "A profile refers to a document that does not exist in the project.";
    WrongReference "wrong-reference" Error "A profile refers to a document of the wrong kind.";
    DuplicateReference "duplicate-reference" Error "A list contains the same name twice.";
    DuplicateStyleLanguage "duplicate-style-language" Error "A style profile has two styles for one language.";
    ProfileOverride "profile-override" Warning "A translation profile names a style profile and something that it may hold.";
    StyleLanguage "style-language" Error "The style of a profile does not match its target language.";
    MissingPair "missing-pair" Error "A glossary of a profile has no dictionary for its languages.";
    ReversedPair "reversed-pair" Error "A glossary of a profile has its languages only in the opposite direction.";
    MissingTermList "missing-term-list" Warning "The spoken terms of a profile have no list for its source language.";
    MissingSourceLanguage "missing-source-language" Error "A profile uses glossaries but has no source language.";
    DetectedSourceLanguage "detected-source-language" Warning "A profile uses one glossary, and the service detects the source language.";
    ExclusiveFields "exclusive-fields" Error "Two fields exclude each other, and both are set.";
    UnknownChoice "unknown-choice" Error "A field accepts one of a fixed set of words, and this is not one of them.";
    OutOfRange "out-of-range" Error "A number is outside the range of its field.";
    LowThreshold "low-threshold" Warning "The threshold of a translation memory is lower than recommended.";
    WithoutEffect "without-effect" Warning "A field has no effect in this document.";
    FeatureNotOffered "feature-not-offered" Warning "As far as is known, the service does not support this feature for the target language.";
    // Project
    ForbiddenSetting "forbidden-setting" Error "The project file contains a setting that only the person with the key may set.";
    InvalidSetting "invalid-setting" Error "A setting of the project file has an invalid value.";
    InvalidGlob "invalid-glob" Error "A file pattern is malformed.";
    NoFiles "no-files" Warning "No file of the project matches its patterns.";
    OutsideFiles "outside-files" Error "A document of the project's folder is not read, so nothing checks or applies it.";
    UnknownAddress "unknown-address" Warning "`protect` contains an address that does not exist in the project.";
}

impl Code {
    /// The code of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|code| code.name() == name)
    }

    /// Whether a project may make the finding weigh less: whatever is left standing must still have one meaning, and the
    /// service, not this tool, must be who would refuse it.
    #[must_use]
    pub fn is_relaxable(self) -> bool {
        self.severity() == Severity::Warning
            || matches!(
                self,
                Self::UnknownCategory
                    | Self::UnknownRule
                    | Self::WrongCategory
                    | Self::UnknownValue
                    | Self::UnknownLanguage
                    | Self::OutsideFiles
                    | Self::NameTooLong
                    | Self::LabelTooLong
                    | Self::PromptTooLong
                    | Self::TooManyInstructions
                    | Self::DuplicateName
                    | Self::TableHeader
                    | Self::TooManyGlossaries
                    | Self::GlossaryTooLarge
                    | Self::PhraseTooLong
                    | Self::TermsTooLong
                    | Self::RegionalLanguage
                    | Self::OffStyle
                    | Self::UnreadableText
            )
    }
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}
