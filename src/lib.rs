//! # housestyle
//!
//! Keeps a company's house style for machine translation in git and makes the translation service (DeepL, or its embedded
//! emulator) match it. This page is the architecture: the rooms, the flow of data through them, and what never happens.
//! The `README` explains how to use the tool.
//!
//! ```text
//!  source      *.yaml, *.toml -> tree with places
//!     |
//!  catalogue   rules, values, languages, limits, as data
//!     |
//!  schema      Catalogue + shapes -> JSON Schema; validation mapped back to places  --->  schema/*.json
//!     |
//!  model       Style, Glossary, … as desired            LiveResource  <------------------+
//!     |                                                              |                    |
//!  check       cross-file rules -> Desired          state            |                 service
//!     |                                               |              |                    | Transport
//!     +--------------------> plan <-------------------+--------------+                    |
//!                              | Plan: Item { Change, Step { Action }, Hazard }, digest   |
//!                            apply   resources in parallel, journal, read-back -----------+--- http | emulator
//!                              | ApplyEvent, Outcome
//!                            report  human, plain, markdown, json
//!                              |
//!                            project   files of a disk: opened, checked, rewritten; written whole or not at all
//!                            editor    the same findings and pages, while typing   cli: the edge
//!
//!  conform     texts of a product -> segments -> occasions   <- Style, by check    cli: lint, test, infer; editor
//! ```
//!
//! ## Rooms
//!
//! Phases are folders, in the order the data flows; kinds are files inside them. The `pub` lines below are the reading order,
//! the layer order and the data flow: a room uses those above it. Every room but the edge is a crate of its own, with its
//! `Cargo.toml` in its folder: so Cargo proves the layers, builds beside each other what does not need each other, and builds
//! again only what an edit reaches. This crate is the edge and the names of all rooms.
//!
//! | room | question | invariant |
//! |---|---|---|
//! | [`catalogue`] | what does the service know? | data, not behaviour: no code names a rule; inference can only warn |
//! | [`diagnostic`] | what do we tell people about what they wrote? | a finding is data with a place; each code has a page whose example is a test |
//! | [`disk`] | how is a file written? | whole or not at all; through no link; the only folder that writes |
//! | [`source`] | text to tree, tables to rows | parsing never fails: a tree and findings; every size is bounded |
//! | [`conform`] | does a text follow its style? | detectors find occasions, styles judge them; no other room knows a detector |
//! | [`schema`] | what shape must a file have? | generated from the catalogue, and what validates is what is published |
//! | [`model`] | what does a file mean, what does the service hold? | one normal form on both sides, so that `==` compares |
//! | [`check`] | what must hold across files? | holding a [`check::Desired`] means that every check passed |
//! | [`fence`] | may this run still write? | what is lost or given back lets nothing pass again; the clock counts suspension |
//! | [`state`] | what is managed, and what was last applied? | never the only truth: losing it costs a question; a journal entry is durable before its call is sent |
//! | [`plan`] | what is to be done? | pure: same inputs, same bytes; every step is explained by changes; nothing unmanaged is touched |
//! | [`wire`] | what do client and emulator share? | calls, requests, answers; the outside world is one trait, [`wire::Transport`] |
//! | [`service`] | how is the service spoken to? | one call in, one classified outcome out; one table decides what may be repeated; the key has no `Debug` |
//! | [`apply`] | plan to calls | makes no choices; reads before the first write and after the last; tells how it ended, not with which number |
//! | [`emulator`] | the service, embedded | an independent witness: shares [`wire`] with us and nothing else |
//! | [`report`] | how is it shown? | foreign text passes through one type that makes it inert; meaning survives without colour |
//! | [`project`] | which files has a project, and what do they become? | what cannot be read is told; written whole, as checked, where nobody wrote meanwhile |
//! | [`editor`] | what does an editor need while somebody types? | waits for nothing, writes nothing; shows what `validate` would show |
//! | [`mcp`] | what does an agent's client send, and what does it get? | a line in, at most a line out, bounded; it knows no tool, and what is behind it only reads |
//! | [`cli`] | arguments to the flow | the only room that prints, reads the environment and decides exit codes |
//!
//! ## Invariants, also of absence
//!
//! - Everything up to `plan`, and `report`, is synchronous and deterministic. Time, network and disk are met in `service`,
//!   `apply`, `state`, `emulator` and `cli`, and there through tokio, so that a paused clock rules them: the simulation in
//!   `tests/` runs this code, not a model of it. `.clippy.toml` fences the rest.
//! - The outside world is one trait, [`service::Transport`]: send a request, get an answer or the precise way in which
//!   none came. The HTTP client and the embedded emulator implement it.
//! - Change is not action. [`plan::Change`] explains in the words of the file and decides nothing; [`plan::Action`] is a
//!   closed set of calls and explains nothing. A span never enters an action.
//! - A deletion can only be built from a binding, from a deletion that was begun, or from our own tag on a list that
//!   nobody else has written to.
//! - No project file names a host, a key, a proxy or a command.
//! - There is no trait for kinds. Kinds are closed enums and plain functions, so that a forgotten place does not compile.
//!
//! ## The protocol of a creation
//!
//! The service has no idempotency keys, and an answer can get lost after the work was done. So a resource is created
//! under a tag in its name ([`model::tag`]): stack, key and nonce. The intent is recorded first; after a lost answer the
//! resource is looked for by tag in listings that two passes agree on; only when nothing appears is another attempt
//! made, under a new nonce. Once found, it is bound, filled and verified. When all creations of a run are, one look finds
//! what other runs made meanwhile ([`apply::election`]), and only then names are given. No answer to a write counts as proof:
//! what has its name is read back, many lists through one listing and few one by one, and what that listing lacks or shows
//! otherwise is asked for by itself. So a list costs two calls, and a run its listings. A creation that lands later still
//! is tagged and unmodified, and the next plan removes it. Instructions are added in the same spirit, with their label as
//! identity.
//!
//! ## What only the service knows
//!
//! Built-in knowledge of languages ages. [`plan::capabilities`] determines what has to be asked for these files (nothing,
//! where everything they need is built in), `apply` asks, and [`plan::capabilities`] judges the answer: a note, or a
//! blocker where the service would reject the request. Translation memories are found by name in the same way
//! ([`plan::translation_memory`]). What a profile becomes in a request is [`model::request`]: `render` prints it and `try`
//! sends it. Where a plan takes away what a style profile of somebody else may hold, those are read and told ([`plan::linked_profile`]).
//! Calls that count characters are made by `try` alone, after somebody approved them.
//!
//! ## State
//!
//! A [`state::Binding`] holds what was last applied and, while a run is under way, what it began to apply. So an
//! interrupted run can tell its own half-done work from somebody else's edit: each difference is *edited* (the file
//! changed), *drifted* (the service changed) or a *conflict* (both did), and a conflict stops.
//!
//! It has one of three homes: a file, a reference of the project's remote, an object. The two that many runners share are
//! a [`state::backend::StateBackend`]: compare-and-swap of a few documents. The lease, the journal and the history are one
//! piece of code above it ([`state::lease`]), and one contract test is run against each.
//!
//! ## Where this house differs from its first sketch
//!
//! - Undo is a plan: [`plan::undo`] turns a snapshot into desired resources, so that it passes the same safeguards,
//!   protocol and approval as files do. The snapshot is saved by [`apply::apply_plan`] through [`state::Journal`], so that
//!   no run can do without.
//! - The JSON form of a plan lives in [`plan::document`], not in `report`: the digest that people approve is taken of it.
//! - [`apply::refresh_and_plan()`] reads and plans in one place, for `plan` and `apply` alike; so `apply` also sees `check`
//!   and `catalogue`.
//! - A creation that fails verification stays bound under its tag instead of being deleted: the next plan shows it.
//! - An unmanaged list under our tag is swept only at version 1: attempts are bound before anything is added, so a higher
//!   version means that somebody else wrote to it.
//! - HTTP/1.1 only: a broken connection then concerns one request.
//!
//! ## Kinds
//!
//! Lists, glossaries, spoken terms and style profiles are resources of the service; translation profiles exist in files alone. Ownership, safeguards,
//! tags, intents, undo and the work on one resource are one piece of code for all ([`plan::make_plan`] and
//! [`apply::apply_plan`] work on [`model::resource::LiveResource`] and [`model::resource::ResourceContent`]); what differs
//! stands in files named by kind.
//!
//! A glossary and a collection of spoken terms differ in the name of their parts and in their wire form, so both are a
//! [`model::term_set::TermSet`]: one comparison, one way to write, and two forms in `service`. The service keeps no
//! version of a term set, and this shapes its protocol:
//!
//! - Entries are what is compared, right before the first write and right after the last. They are read, a call for each
//!   part, only of term sets that are managed or could be meant.
//! - A part that differs is replaced by PUT. PATCH merges and so is used for names alone. An unchanged part is never sent.
//! - The state holds a digest of each part and the sum of the digests of its entries. Where file and service both changed,
//!   the sum tells which of a few differing entries were applied, and so who changed each.
//! - An attempt is created under a nonce that ends in a digest of what was sent: an orphan that nobody modified is known
//!   by it.
//! - Listings have no pages; absence is believed when two in a row agree.
//! - A kind that neither files nor state mention is not read, so a key without its scope plans lists as ever.
//!
//! A style profile is what its fields say ([`model::style_profile::ProfileField`] is their table), and most of them name other
//! resources: files by key, the service by id. So it is planned last: keys become ids ([`plan::component`]), and what the same
//! plan creates or replaces is known after apply. `apply` writes profiles after everything that they name, in one PATCH with
//! what differs, and lets them go of what is deleted before it is; what a profile of the project goes on holding is not deleted.
//! Links that no file can name stay, as those do that people add where a file shares them, and are told.
//!
//! ## The way back
//!
//! What the service changed goes into the files ([`project::rewriting`]) by [`source::edit`]: one byte edit at a time, each proved by reading the
//! file again, so that what people wrote around it stays; the rows of tables are edited likewise. [`plan::drift`] compares
//! state and service, and judges what it means for the files ([`plan::drift_term_set`] for entries, of which the state has
//! digests alone); nothing of it can send. A file is written by a pull only when the whole project was checked with it.
//!
//! ## Short ways
//!
//! Nearly every file is written in the usual forms and has nothing wrong with it. So four short ways come before the long
//! ones, each with a law: it says what the long way says, or nothing.
//!
//! - [`source::yaml::parse_by_lines`] and [`source::toml::parse_by_lines`] read what people mostly write, and leave the rest of
//!   the grammar, and whatever could be a finding, to the parsers. The trees and their places are equal.
//! - [`schema::validate::DocumentValidator::is_certainly_valid`] knows of nearly every style that the schema accepts it, as is
//!   known of nearly every project file; the schema alone refuses.
//! - [`check::files`] reads, checks and forgets one file after the other: of a style in which nothing is found only what it wants
//!   is kept. A finding across files has those concerned read again, whole.
//! - A state file is read and written a line at a time ([`state::file`]): its text is never held as a whole.
//!
//! `docs/performance.md` says what each is worth, and those of texts: what gains little is not kept. Random edits of every file of
//! the repository hold the laws, and so does the fuzzer.
//!
//! ## Texts
//!
//! A style steers the engine; [`conform`] judges what came out. A detector finds the occasions of one rule in a text and tells
//! which values each shows ([`conform::detector`]), so that one piece of code serves findings ([`conform::lint`]), inference
//! ([`conform::infer`]), assertions ([`conform::judge`]) and coverage. Detectors are a table, one file a language
//! ([`conform::table`]); what they look for stands in one file a family ([`conform::family`]). Readers
//! ([`conform::reader`]) hand out texts with the way back to bytes of the file, and what is code is overwritten before a
//! detector sees it ([`conform::passage`]); what a text lacks ([`conform::ingredient`], [`conform::beside_digits`]) keeps most
//! detectors from reading it at all. A fix is offered where the text has one departure less afterwards and none more of
//! any other rule, so that fixing settles under every style. Comments of ours travel with the text that they are about
//! ([`conform::ignore`]). No other room names a detector, and this one reads no disk: [`project`] does, and [`editor`] hands it what
//! is held.
//!
//! ## Prose
//!
//! A style is also what people and agents have to read: [`report::guide`] puts it into words, of the catalogue
//! ([`catalogue::sentences`] in the list's own language) and of the detectors, whose examples [`conform::example`] judges under
//! the whole style, so that `lint` agrees with every right and wrong text.
//!
//! ## Adding a kind
//!
//! A variant of [`model::Kind`], and of [`model::resource::ResourceContent`], [`model::resource::LiveResource`],
//! [`model::resource::LiveResourceRef`] and [`state::Applied`] if the service holds it; then the compiler names the places.
//! A file of its name goes into `schema`, `model`, `check`, `plan` (compare), `service` (wire), `apply` (write, verify)
//! and `emulator`; the identity and safeguards of `plan`, the items of `apply` and `report` only learn to match it. Then
//! stories like those of `tests/suite/term_sets`, and one journey.
//!
//! ## Files on a user's disk
//!
//! | path | what | who writes it |
//! |---|---|---|
//! | `housestyle.toml` | the project | people, `init` |
//! | `styles/**`, `house/**` | lists and base styles | people, `init`, `pull`, `validate --fix` |
//! | `housestyle.baseline.json` | known findings that `validate` does not report again | `validate --write-baseline` |
//! | `glossaries/**`, `spoken-terms/**` | glossaries with the tables they name, spoken terms | people, `pull`, `validate --fix` |
//! | `style-profiles/**` | style profiles | people, `pull` |
//! | `profiles/**` | translation profiles | people |
//! | `tests/*.yaml` | style tests | people |
//! | `tests/recordings/*.json` | answers of the service, named by a digest of what was asked | `test --record` |
//! | `housestyle.texts.baseline.json` | findings that `lint` does not show again | `lint --write-baseline` |
//! | `housestyle.lock.json` | the state, committed | `apply`, `state` |
//! | `.housestyle/*.journal`, `*.lock` | journal of a run under way, the lock of a run | `apply` |
//! | `.housestyle/undo/<environment>/*.json` | resources as they were before the runs that wrote to them, the last 20 | `apply` |
//! | `.housestyle/applied-plans` | when and by whom plans were applied from this folder, the last 200 | `apply` |
//! | `.housestyle/snapshot.json`, or as named | every resource of the account | `snapshot` |
//! | `.housestyle/emulator.json` | the data of the embedded service | the emulator |
//! | `.housestyle/emulator-seed.json` | translation memories and usage that it starts with | people |

pub use housestyle_catalogue as catalogue;
pub use housestyle_diagnostic as diagnostic;
pub use housestyle_disk as disk;
pub use housestyle_source as source;

pub use housestyle_conform as conform;
pub use housestyle_schema as schema;

pub use housestyle_model as model;

pub use housestyle_check as check;
pub use housestyle_fence as fence;
pub use housestyle_state as state;

pub use housestyle_plan as plan;
pub use housestyle_wire as wire;

pub use housestyle_service as service;

pub use housestyle_apply as apply;
pub use housestyle_emulator as emulator;
pub use housestyle_report as report;

pub use housestyle_project as project;

pub use housestyle_editor as editor;
pub use housestyle_mcp as mcp;

pub mod cli;
