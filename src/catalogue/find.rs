//! What an identifier names: `explain` is asked for any of them without saying which kind it is.

use crate::catalogue::{Catalogue, Category, Rule, RuleValue};

/// One thing that an identifier names.
#[derive(Clone, Copy, Debug)]
pub enum CatalogueMatch<'a> {
    /// A category.
    Category(&'a Category),
    /// A rule.
    Rule(&'a Rule),
    /// A value, and the rule that has it; the same name may be a value of many rules.
    Value(&'a Rule, &'a RuleValue),
}

impl Catalogue {
    /// Everything that an identifier names: categories first, then rules, then values, each in order of name. A rule
    /// may also be named with its category (`numbers.decimal_separator`), a value with its rule before it.
    #[must_use]
    pub fn find_identifier(&self, identifier: &str) -> Vec<CatalogueMatch<'_>> {
        let (owner, name) = identifier.rsplit_once(['.', '/']).map_or((None, identifier), |(a, b)| (Some(a), b));
        let owner = owner.map(|owner| owner.rsplit(['.', '/']).next().unwrap_or(owner));
        let categories = self.categories.get(identifier).into_iter().map(CatalogueMatch::Category);
        let rules =
            self.iter_rules().filter(|rule| rule.name == name && owner.is_none_or(|owner| rule.category == owner));
        let values = self.iter_rules().filter(|rule| owner.is_none_or(|owner| rule.name == owner));
        let values = values.filter_map(|rule| rule.values.get(name).map(|value| CatalogueMatch::Value(rule, value)));
        categories.chain(rules.map(CatalogueMatch::Rule)).chain(values).collect()
    }
}
