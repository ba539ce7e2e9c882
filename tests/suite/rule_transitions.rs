//! Every rule of the catalogue: each of its values set, changed to the next, and unset, on the service.

use std::collections::BTreeSet;

use housestyle::catalogue::load;
use housestyle::diagnostic::Place;
use housestyle::model::Placed;
use housestyle::model::style::{RuleKey, Style};
use housestyle::plan::Agreement;

use crate::simulated_world::{Ended, World, nowhere, style};

#[test]
fn every_value_of_every_rule_can_be_set_changed_and_unset() {
    let catalogue = load::builtin_catalogue(load::Edition::Public);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
    runtime.block_on(async {
        let mut world = World::new(9, |setup| setup.quirks.strict_languages = false);
        let rounds = catalogue.iter_rules().map(|rule| rule.values.len()).max().unwrap();
        let mut set: BTreeSet<(String, String)> = BTreeSet::new();
        let place: Place = nowhere();
        // In the round after its last value a rule is unset, then it begins again.
        for round in 0..=rounds {
            let mut wanted: Style = style("all", "Ours, all", "en", &[], &[]);
            for rule in catalogue.iter_rules() {
                let at = round % (rule.values.len() + 1);
                if let Some(value) = rule.values.keys().nth(at) {
                    set.insert((format!("{}.{}", rule.category, rule.name), value.to_owned()));
                    let key = RuleKey::new(&rule.category, &rule.name);
                    wanted.rules.insert(key, Placed::new(value.into(), place.clone()));
                }
            }
            world.want(vec![wanted]);
            world.options.agreed[Agreement::DropUnknown].clear();
            match world.apply().await {
                Ended::Applied(_, report) => assert!(report.end.is_done(), "round {round}: {report:?}"),
                Ended::Refused(plan) => panic!("round {round}: {:?}", plan.blockers),
                Ended::Nothing(_) | Ended::Unread(_) | Ended::Killed => panic!("round {round} did nothing"),
            }
            let held = &world.lists()[0].configured_rules;
            let wanted = &world.desired.styles().values().next().unwrap().rules;
            assert_eq!(held.values().map(|rules| rules.len()).sum::<usize>(), wanted.len(), "round {round}");
            for (key, value) in wanted {
                assert_eq!(held[&*key.category][&*key.rule], value.value, "round {round}");
            }
            assert!(world.plan().await.unwrap().is_empty(), "round {round}");
        }
        let values: usize = catalogue.iter_rules().map(|rule| rule.values.len()).sum();
        assert_eq!(set.len(), values);
    });
}
