"""The public service's Python client against an emulator: `python python_client.py ADDRESS TOKEN`.

The emulator has just been started, with a control token and the label of emulated texts in the header. Every public method
of the client is called, which the end of the run checks; the first thing that is not as the client promises ends it.
"""

import inspect
import io
import json
import pathlib
import sys
import tempfile
import urllib.request

import deepl
from deepl.api_data import MultilingualGlossaryDictionaryEntries as Entries, WritingStyle

ADDRESS, TOKEN = sys.argv[1:3]

SEED = {
    "style_rules": [
        {"style_id": "8a9f1b9e-1111-4222-8333-444455556666", "name": "Support", "language": "de"}
    ],
    "translation_memories": [
        {
            "name": "Support",
            "source_language": "en",
            "target_languages": ["de"],
            "segments": [{"source_text": f"Hello {n}", "targets": {"de": f"Hallo {n}"}} for n in range(3)],
        }
    ],
}
PHRASES = {"translations": [{"source_lang": "en", "target_lang": "de", "phrases": {"Hello, world!": "Hallo, Welt!"}}]}


def control(method, what, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{ADDRESS}/_emulator/{what}", data=data, method=method)
    request.add_header("Authorization", f"Bearer {TOKEN}")
    with urllib.request.urlopen(request) as answer:
        return answer.read()


def refused(error, call):
    try:
        call()
    except error as refusal:
        return str(refusal)
    raise AssertionError(f"not refused with {error}")


CALLED = set()


class Client(deepl.DeepLClient):
    """The client, which remembers what was asked of it by us and not by itself."""

    def __getattribute__(self, name):
        if sys._getframe(1).f_globals.get("CALLED") is CALLED:
            CALLED.add(name)
        return super().__getattribute__(name)


def new_client():
    return Client("a-key", server_url=ADDRESS)


def languages(client):
    targets = {language.code: language for language in client.get_target_languages()}
    assert targets["DE"].supports_formality is True
    assert "EN-US" in targets and "EN" not in targets
    assert "EN" in {language.code for language in client.get_source_languages()}
    pairs = {(pair.source_lang, pair.target_lang) for pair in client.get_glossary_languages()}
    assert ("en", "th") in pairs


def style_rules(client):
    assert [rule.name for rule in client.get_all_style_rules()] == ["Support"]
    made = client.create_style_rule(name="House", language="de")
    assert made.creation_time <= made.updated_time
    added = client.create_style_rule_custom_instruction(made.style_id, label="Tone", prompt="Plain.")
    assert added.id
    client.update_style_rule_name(made.style_id, "Renamed")
    changed = client.get_style_rule(made.style_id)
    assert (changed.name, changed.version) == ("Renamed", 3)
    assert changed.custom_instructions[0].label == "Tone"
    rules = {"dates_and_times": {"time_format": "use_hh_colon_mm_german_word_uhr_with_leading_zeros_for_single_digit_hours"}}
    held = client.update_style_rule_configured_rules(made.style_id, rules).configured_rules
    assert held.dates_and_times == rules["dates_and_times"], held
    again = client.update_style_rule_custom_instruction(made.style_id, added.id, label="Tone", prompt="Plainer.")
    assert again.prompt == client.get_style_rule_custom_instruction(made.style_id, again.id).prompt == "Plainer."
    client.delete_style_rule_custom_instruction(made.style_id, again.id)
    assert client.get_style_rule(made.style_id).custom_instructions == []
    client.delete_style_rule(made.style_id)


def glossaries(client):
    old = client.create_glossary("Old", source_lang="EN", target_lang="DE", entries={"log in": "anmelden"})
    assert old.entry_count == 1 and old.ready
    assert client.get_glossary_entries(old) == {"log in": "anmelden"}
    assert [found.glossary_id for found in client.list_glossaries()] == [old.glossary_id]
    again = client.translate_text("please log in", source_lang="EN", target_lang="DE", glossary=old)
    assert again.text == "please anmelden"
    assert client.translate_text_with_glossary("please log in", old).text == "please anmelden"
    rows = client.create_glossary_from_csv("Rows", source_lang="EN", target_lang="DE", csv_data="one,eins\ntwo,zwei")
    assert client.get_glossary_entries(rows) == {"one": "eins", "two": "zwei"}
    client.delete_glossary(rows)
    client.delete_glossary(old)
    refused(deepl.GlossaryNotFoundException, lambda: client.get_glossary(old.glossary_id))
    pair = Entries("EN", "FR", {"cat": "chat"})
    new = client.create_multilingual_glossary("New", [pair])
    more = Entries("EN", "IT", {"cat": "gatto"})
    client.update_multilingual_glossary_dictionary(new, more)
    entries = client.get_multilingual_glossary_entries(new, "EN", "IT")
    assert deepl.convert_tsv_to_dict(entries.dictionaries[0].entries) == {"cat": "gatto"}
    client.replace_multilingual_glossary_dictionary(new, Entries("EN", "IT", {"a": "b"}))
    assert client.get_multilingual_glossary_entries(new, "EN", "IT").dictionaries[0].entries == "a\tb"
    client.update_multilingual_glossary_name(new, "Renamed")
    assert client.get_multilingual_glossary(new.glossary_id).name == "Renamed"
    assert len(client.list_multilingual_glossaries()) == 1
    client.delete_multilingual_glossary_dictionary(new, source_lang="EN", target_lang="IT")
    said = refused(deepl.DeepLException, lambda: client.create_multilingual_glossary("Bad", [Entries("EN", "XX", {"a": "b"})]))
    assert "not a language of glossaries" in said, said
    csv = client.create_multilingual_glossary_from_csv("Rows", "EN", "DE", "one,eins")
    client.update_multilingual_glossary_dictionary_from_csv(csv, "EN", "DE", "two,zwei")
    held = lambda: deepl.convert_tsv_to_dict(client.get_multilingual_glossary_entries(csv, "EN", "DE").dictionaries[0].entries)
    assert held() == {"one": "eins", "two": "zwei"}
    client.replace_multilingual_glossary_dictionary_from_csv(csv, "EN", "DE", "three,drei")
    assert held() == {"three": "drei"}
    one_of_several = client.translate_text("three cats", source_lang="EN", target_lang="DE", glossary_ids=[csv])
    assert one_of_several.text == "drei cats", one_of_several.text
    client.delete_multilingual_glossary(csv)
    client.delete_multilingual_glossary(new)


def memories(client):
    memory = client.list_translation_memories()[0]
    assert memory.creation_time is not None and memory.segment_count == 3
    page = client.list_translation_memory_segments(memory, page_size=2)
    assert [segment.source_text for segment in page] == ["Hello 0", "Hello 1"]
    rest = client.list_translation_memory_segments(memory, page_size=2, page_cursor=page.next_page_cursor)
    assert rest.segments[0].targets[0].target_text == "Hallo 2" and rest.next_page_cursor is None
    if hasattr(client, "import_translation_memory_from_filepath"):
        with tempfile.TemporaryDirectory() as folder:
            out, back = pathlib.Path(folder, "out.tmx"), pathlib.Path(folder, "back.tmx")
            client.export_translation_memory_to_filepath(memory, out)
            job = client.import_translation_memory_from_filepath(out, display_name="Again")
            made = client.get_translation_memory(job.result.translation_memory_id)
            assert (made.name, made.segment_count, job.result.skipped_segment_count) == ("Again", 3, 0)
            client.export_translation_memory_to_filepath(made, back)
            assert back.read_text() == out.read_text()
            client.delete_translation_memory(made)
            jobs_of_memories(client, memory, out.read_bytes())
    client.delete_translation_memory(memory)
    refused(deepl.DeepLException, lambda: client.get_translation_memory(memory))


def jobs_of_memories(client, memory, tmx):
    """The same step by step."""
    begun = client.create_translation_memory_import("steps.tmx", len(tmx), display_name="Steps")
    assert client.get_translation_memory_job(begun.job_id).result.status == "awaiting_input"
    client.upload_translation_memory_file(begun, io.BytesIO(tmx))
    done = client.wait_until_translation_memory_job_done(begun.job_id)
    assert done.result.status == "completed", done.result.status
    client.delete_translation_memory(done.result.translation_memory_id)
    export = client.create_translation_memory_export(memory)
    ready = client.wait_until_translation_memory_job_done(export.job_id)
    held = io.BytesIO()
    client.download_translation_memory_export(ready, held)
    assert held.getvalue() == tmx


def style_profiles(client):
    if not hasattr(client, "create_style_profile"):
        print("skipped style_profiles: this version of the package has none")
        return
    made = client.create_style_profile("Website")
    assert client.get_style_profile(made.style_profile_id).name == "Website"
    client.delete_style_profile(made.style_profile_id)


def raw(method, path, body=None):
    """A call that no method of the client makes yet, as an application makes it beside the client."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{ADDRESS}{path}", data=data, method=method)
    request.add_header("Authorization", "DeepL-Auth-Key a-key")
    request.add_header("Content-Type", "application/json")
    with urllib.request.urlopen(request) as answer:
        return json.loads(answer.read() or "null")


def translations_with_style_profiles(client):
    """What every version of the client can do: a profile's id goes along as a parameter that it does not know."""
    glossary = client.create_multilingual_glossary("Held", [Entries("EN", "DE", {"cat": "Katze"})])
    rules = "8a9f1b9e-1111-4222-8333-444455556666"
    wanted = {"name": "Website", "glossary_ids": [glossary.glossary_id], "style_rule_ids": [rules]}
    profile = raw("POST", "/v3/style_profiles", wanted)["style_profile_id"]
    assert [held["name"] for held in raw("GET", "/v3/style_profiles")["style_profiles"]] == ["Website"]
    parameters = {"style_profile_id": profile}
    result = client.translate_text("a cat", source_lang="EN", target_lang="DE", extra_body_parameters=parameters)
    assert result.text == "a Katze", result.text
    changed = raw("PATCH", f"/v3/style_profiles/{profile}", {"glossary_ids": [], "description": "Shop"})
    assert (changed["glossary_ids"], changed["style_rule_ids"], changed["description"]) == ([], [rules], "Shop")
    raw("DELETE", f"/v3/style_profiles/{profile}")
    client.delete_multilingual_glossary(glossary)

def translate(client):
    result = client.translate_text("Hello, world!", target_lang="DE")
    assert (result.text, result.detected_source_lang) == ("Hallo, Welt!", "EN")
    results = client.translate_text(
        ["<b>One</b>", "Two"],
        target_lang="PT-BR",
        split_sentences=deepl.SplitSentences.NO_NEWLINES,
        preserve_formatting=True,
        tag_handling="xml",
        outline_detection=False,
        ignore_tags=["x", "y"],
        splitting_tags="p,q",
        formality=deepl.Formality.PREFER_LESS,
    )
    assert [one.text for one in results] == ["<b>One</b>", "Two"]
    assert len(client.translate_text(["a"] * 120, target_lang="DE")) == 120
    styled = client.translate_text("Hi", target_lang="DE", style_rule="8a9f1b9e-1111-4222-8333-444455556666")
    assert styled.text == "Hi"
    refused(deepl.DeepLException, lambda: client.translate_text("Hi", target_lang="XX"))


def rephrase(client):
    result = client.rephrase_text("Teh end", target_lang="EN-US", style=WritingStyle.BUSINESS.value)
    assert (result.text, result.target_language) == ("The end", "en-US")
    assert client.correct_text("Teh end", target_lang="EN-US").text == "The end"


def documents(client):
    with tempfile.TemporaryDirectory() as folder:
        source, target = pathlib.Path(folder, "in.txt"), pathlib.Path(folder, "out.txt")
        source.write_text("Hello, world!\n")
        status = client.translate_document_from_filepath(source, target, target_lang="DE", source_lang="EN")
        assert status.ok and target.read_text() == "Hallo, Welt!\n"
        same = lambda: client.translate_document_from_filepath(source, target, target_lang="DE", source_lang="DE")
        assert "equal" in refused(deepl.DocumentTranslationException, same)
        with open(source, "rb") as sent, open(target, "wb") as held:
            assert client.translate_document(sent, held, target_lang="DE", source_lang="EN").ok
        assert target.read_text() == "Hallo, Welt!\n"
    handle = client.translate_document_upload("Hello, world!\n", target_lang="DE", source_lang="EN", filename="in.txt")
    assert client.translate_document_wait_until_done(handle).ok
    assert client.translate_document_get_status(handle).ok
    held = io.BytesIO()
    client.translate_document_download(handle, held)
    assert held.getvalue() == b"Hallo, Welt!\n"


def usage(client):
    used = client.get_usage()
    assert used.character.valid and used.character.count > 0 and not used.any_limit_reached


def faults(client):
    deepl.http_client.max_network_retries = 2
    limited = {"rules": [{"calls": ["usage"], "when": {"to": 1}, "fault": {"kind": "status", "status": 429}}]}
    control("PUT", "faults", limited)
    assert new_client().get_usage().character.valid
    control("PUT", "faults", {"rules": [{"calls": ["usage"], "fault": {"kind": "status", "status": 456}}]})
    refused(deepl.QuotaExceededException, new_client().get_usage)
    control("DELETE", "faults")


def app_info(client):
    client.set_app_info("house", "1.0").get_usage()
    client.close()


def unseen_methods():
    """Public methods of the client that nothing here has called."""
    methods = {name for name, _ in inspect.getmembers(deepl.DeepLClient, inspect.isfunction)}
    return sorted(name for name in methods - CALLED if not name.startswith("_"))


def main():
    control("PUT", "seed", SEED)
    control("PUT", "translations", PHRASES)
    client = new_client()
    checks = [languages, style_rules, glossaries, memories, style_profiles, translations_with_style_profiles, translate]
    for check in [*checks, rephrase, documents, usage, faults, app_info]:
        check(client)
        print(f"ok {check.__name__}")
    assert unseen_methods() == [], unseen_methods()
    requests = json.loads(control("GET", "log"))["requests"]
    assert all(entry["status"] is None or entry["status"] < 500 for entry in requests)


main()
