//! Closed lists of words that requests take, as the service's documents name them.
//!
//! Sources: the specification, "Applying a style rule list" and "Text improvement"; what it leaves open, the published
//! interface description.

/// A closed list of words that a field takes.
macro_rules! words {
    ($(#[$meta:meta])* $name:ident { $($(#[$of:meta])* $variant:ident $word:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $($(#[$of])* $variant,)*
        }

        impl $name {
            /// Every value.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];
            /// Every word, in the same order.
            pub const WORDS: &'static [&'static str] = &[$($word,)*];

            /// The word in files and requests.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $word,)* }
            }

            /// The value of this word.
            #[must_use]
            pub fn from_name(name: &str) -> Option<Self> {
                match name { $($word => Some(Self::$variant),)* _ => None }
            }
        }
    };
}

words! {
    /// How the reader is addressed.
    Formality {
        /// As the service does by itself.
        Default "default",
        /// Formally; refused where the target language has no choice.
        More "more",
        /// Informally; refused where the target language has no choice.
        Less "less",
        /// Formally where the target language has the choice.
        PreferMore "prefer_more",
        /// Informally where the target language has the choice.
        PreferLess "prefer_less",
    }
}

words! {
    /// Which models translate.
    ModelType {
        /// The fastest; works with every feature.
        LatencyOptimized "latency_optimized",
        /// The best; refused where a pair of languages has none.
        QualityOptimized "quality_optimized",
        /// The best where a pair of languages has one.
        PreferQualityOptimized "prefer_quality_optimized",
    }
}

words! {
    /// What markup the text holds.
    TagHandling {
        /// XML.
        Xml "xml",
        /// HTML.
        Html "html",
    }
}

words! {
    /// Which way markup is handled.
    TagHandlingVersion {
        /// The older one.
        V1 "v1",
        /// The newer one.
        V2 "v2",
    }
}

words! {
    /// What a translated document is written as.
    OutputFormat {
        /// Word.
        Docx "docx",
        /// PowerPoint.
        Pptx "pptx",
        /// Excel.
        Xlsx "xlsx",
        /// PDF.
        Pdf "pdf",
        /// HTML, short ending.
        Htm "htm",
        /// HTML.
        Html "html",
        /// Plain text.
        Txt "txt",
        /// XLIFF, short ending.
        Xlf "xlf",
        /// XLIFF.
        Xliff "xliff",
        /// Subtitles.
        Srt "srt",
        /// InDesign.
        Idml "idml",
        /// XML.
        Xml "xml",
        /// JSON.
        Json "json",
        /// DITA.
        Dita "dita",
        /// FrameMaker.
        Mif "mif",
        /// A picture.
        Jpeg "jpeg",
        /// A picture, short ending.
        Jpg "jpg",
        /// A picture.
        Png "png",
    }
}

words! {
    /// How improved text is written.
    WritingStyle {
        /// As the service does by itself.
        Default "default",
        /// For scholars.
        Academic "academic",
        /// For work.
        Business "business",
        /// As people talk.
        Casual "casual",
        /// In plain words.
        Simple "simple",
        /// For scholars, where the language has it.
        PreferAcademic "prefer_academic",
        /// For work, where the language has it.
        PreferBusiness "prefer_business",
        /// As people talk, where the language has it.
        PreferCasual "prefer_casual",
        /// In plain words, where the language has it.
        PreferSimple "prefer_simple",
    }
}

words! {
    /// How improved text sounds.
    Tone {
        /// As the service does by itself.
        Default "default",
        /// Sure of itself.
        Confident "confident",
        /// Careful with people.
        Diplomatic "diplomatic",
        /// Full of joy.
        Enthusiastic "enthusiastic",
        /// Warm.
        Friendly "friendly",
        /// Sure of itself, where the language has it.
        PreferConfident "prefer_confident",
        /// Careful with people, where the language has it.
        PreferDiplomatic "prefer_diplomatic",
        /// Full of joy, where the language has it.
        PreferEnthusiastic "prefer_enthusiastic",
        /// Warm, where the language has it.
        PreferFriendly "prefer_friendly",
    }
}
