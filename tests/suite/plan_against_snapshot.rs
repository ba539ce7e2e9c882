//! A plan against a snapshot is the plan against the service, to the byte.

use housestyle::plan::document;
use housestyle::report::{RenderOptions, plan_report::render_human};
use housestyle::state::snapshot::{self, Snapshot};

use crate::simulated_world::{Dice, Ended, World, random_style};

const CASES: u64 = 200;

#[test]
fn a_plan_against_a_snapshot_has_the_bytes_of_the_plan_against_the_service() {
    let seeds = std::env::var("HOUSESTYLE_SEED").ok().and_then(|text| text.parse().ok());
    for seed in seeds.map_or(0..CASES, |seed: u64| seed..seed + 1) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
        runtime.block_on(async {
            let mut dice = Dice::new(seed);
            let mut world = World::new(seed, |_| {});
            let styles = |dice: &mut Dice| {
                let keys = ["a", "b", "c", "d"].into_iter().filter(|_| dice.chance(70)).collect::<Vec<_>>();
                keys.into_iter().map(|key| random_style(dice, key)).collect::<Vec<_>>()
            };
            let first = styles(&mut dice);
            world.want(first);
            let applied = matches!(world.apply().await, Ended::Applied(..) | Ended::Nothing(_));
            assert!(applied, "HOUSESTYLE_SEED={seed}");
            // Somebody else changes what we applied, and makes a list of his own.
            let remembered = world.disk.state();
            let second = styles(&mut dice);
            world.want(second);
            let _any = world.apply().await;
            world.disk.replace(&remembered);
            world.plant("Foreign", "de");
            let third = styles(&mut dice);
            world.want(third);

            let live = world.plan().await.unwrap();
            let held = world.live().await;
            let state = world.disk.state();
            let lists = held.all_resources().map(|held| (state.address_of(held.id()).cloned(), held));
            let taken = snapshot::render_snapshot(&Snapshot::new("emulator", "default", state.serial, lists));
            let read = snapshot::parse_snapshot(&taken).unwrap();
            let reach = housestyle::apply::refresh_scope(&world.desired, &state, &world.options);
            let then = read.to_live_account(&reach.kinds.keys().copied().collect(), &reach.managed).unwrap();
            let against = world.plan_against(&then);
            let text = |plan| document::render_plan(&document::plan_document(plan));
            assert_eq!(text(&live), text(&against), "HOUSESTYLE_SEED={seed}");
            let look = RenderOptions {
                color: false,
                unicode: true,
                direction_marks: true,
                width: 100,
                screen_reader: false,
                all_entries: false,
            };
            assert_eq!(render_human(&live, "", &look), render_human(&against, "", &look), "HOUSESTYLE_SEED={seed}");
        });
    }
}
