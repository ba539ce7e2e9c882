//! Texts of a product and tests of styles, as commands read them.

pub mod style_tests;
pub mod text_files;
