//! The texts of a product and the tests of its styles.

pub mod style_tests;
pub mod text_files;
pub(crate) mod text_sets;
