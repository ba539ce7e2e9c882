// The public service's Node client against an emulator: `node node_client.mjs ADDRESS TOKEN`, from a folder in which
// `deepl-node` is installed. The emulator has just been started, with a control token and the label in the header. Every
// public method that the package declares is called, which the end of the run checks.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const deepl = createRequire(join(process.cwd(), "package.json"))("deepl-node");
const [address, token] = process.argv.slice(2);

async function control(method, what, body) {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${address}/_emulator/${what}`, { method, headers, body: body && JSON.stringify(body) });
    assert.ok(answer.ok, await answer.text());
    return answer;
}

const newClient = () => new deepl.DeepLClient("a-key", { serverUrl: address, maxRetries: 2 });
const called = new Set();
const client = new Proxy(newClient(), {
    get(of, name) {
        called.add(name);
        const member = of[name];
        return typeof member === "function" ? member.bind(of) : member;
    },
});

/** Methods that the package declares and that nothing here has called. */
function unseenMethods() {
    const declared = ["deeplClient", "translator"].flatMap((file) => {
        const text = readFileSync(join(process.cwd(), "node_modules/deepl-node/dist", `${file}.d.ts`), "utf8");
        return [...text.matchAll(/^    ([a-z]\w*)\(/gm)].map((found) => found[1]);
    });
    return declared.filter((name) => name !== "constructor" && !called.has(name));
}

const checks = {
    async languages() {
        const targets = await client.getTargetLanguages();
        assert.equal(targets.find((language) => language.code === "de").supportsFormality, true);
        assert.ok(targets.some((language) => language.code === "en-US"));
        assert.ok((await client.getSourceLanguages()).some((language) => language.code === "en"));
        assert.ok((await client.getGlossaryLanguagePairs()).length > 100);
    },
    async styleRules() {
        const made = await client.createStyleRule({ name: "House", language: "de" });
        assert.ok(made.creationTime instanceof Date && !Number.isNaN(made.creationTime.valueOf()));
        const all = await client.getAllStyleRules(0, 10, true);
        assert.deepEqual(all.map((rule) => rule.name), ["House"]);
        assert.equal((await client.updateStyleRuleName(made.styleId, "Renamed")).name, "Renamed");
        const rules = { numbers: { decimal_separator: "use_comma_as_decimal_separator" } };
        await client.updateStyleRuleConfiguredRules(made.styleId, rules);
        const added = await client.createStyleRuleCustomInstruction(made.styleId, { label: "Tone", prompt: "Plain." });
        const changed = await client.updateStyleRuleCustomInstruction(made.styleId, added.id, { label: "Tone", prompt: "Plainer." });
        assert.equal((await client.getStyleRuleCustomInstruction(made.styleId, changed.id)).prompt, "Plainer.");
        assert.deepEqual((await client.getStyleRule(made.styleId)).configuredRules.numbers, rules.numbers);
        await client.deleteStyleRuleCustomInstruction(made.styleId, changed.id);
        await client.deleteStyleRule(made.styleId);
    },
    async glossaries() {
        const entries = new deepl.GlossaryEntries({ entries: { "log in": "anmelden" } });
        const old = await client.createGlossary("Old", "en", "de", entries);
        assert.equal(old.entryCount, 1);
        assert.deepEqual((await client.getGlossaryEntries(old)).entries(), { "log in": "anmelden" });
        const text = await client.translateText("please log in", "en", "de", { glossary: old });
        assert.equal(text.text, "please anmelden");
        assert.equal((await client.listGlossaries()).length, 1);
        await client.deleteGlossary(old);
        await assert.rejects(client.getGlossary(old.glossaryId), deepl.GlossaryNotFoundError);
        const dictionary = { sourceLangCode: "en", targetLangCode: "fr", entries: new deepl.GlossaryEntries({ entries: { cat: "chat" } }) };
        const made = await client.createMultilingualGlossary("New", [dictionary]);
        assert.equal((await client.listMultilingualGlossaries()).length, 1);
        const held = await client.getMultilingualGlossaryDictionaryEntries(made.glossaryId, "en", "fr");
        assert.deepEqual(held.entries.entries(), { cat: "chat" });
        const entriesOf = async (language) =>
            (await client.getMultilingualGlossaryDictionaryEntries(made, "en", language)).entries.entries();
        await client.updateMultilingualGlossaryDictionary(made, { ...dictionary, entries: new deepl.GlossaryEntries({ entries: { dog: "chien" } }) });
        assert.deepEqual(await entriesOf("fr"), { cat: "chat", dog: "chien" });
        await client.replaceMultilingualGlossaryDictionary(made, dictionary);
        assert.deepEqual(await entriesOf("fr"), { cat: "chat" });
        await client.updateMultilingualGlossaryDictionaryWithCsv(made, "en", "it", "cat,gatto");
        await client.replaceMultilingualGlossaryDictionaryWithCsv(made, "en", "it", "dog,cane");
        assert.deepEqual(await entriesOf("it"), { dog: "cane" });
        await client.deleteMultilingualGlossaryDictionary(made, "en", "it");
        assert.equal((await client.updateMultilingualGlossaryName(made, "Renamed")).name, "Renamed");
        assert.equal((await client.getMultilingualGlossary(made.glossaryId)).dictionaries.length, 1);
        await client.deleteGlossary(await client.createGlossaryWithCsv("Rows", "en", "de", Buffer.from("one,eins")));
        await client.deleteMultilingualGlossary(await client.createMultilingualGlossaryWithCsv("Rows", "en", "de", "one,eins"));
        await client.deleteMultilingualGlossary(made.glossaryId);
    },
    async memories() {
        const memories = await client.listTranslationMemories();
        assert.equal(memories[0].name, "Support");
        if (!client.importTranslationMemoryFromFilepath) {
            console.log("skipped import and export of memories: this version of the package has none");
            return;
        }
        const folder = mkdtempSync(join(tmpdir(), "emulator-"));
        await client.exportTranslationMemoryToFilepath(memories[0], join(folder, "out.tmx"));
        const job = await client.importTranslationMemoryFromFilepath(join(folder, "out.tmx"), { displayName: "Again" });
        assert.ok(job.results[0].translationMemoryId, JSON.stringify(job));
        const names = (await client.listTranslationMemories()).map((memory) => memory.name);
        assert.deepEqual(names, ["Support", "Again"]);
        const tmx = readFileSync(join(folder, "out.tmx"));
        const begun = await client.createTranslationMemoryImport("steps.tmx", tmx.length, { displayName: "Steps" });
        assert.equal((await client.getTranslationMemoryJob(begun.jobId)).results[0].status, "awaiting_input");
        await client.uploadTranslationMemoryFile(begun, tmx);
        const done = await client.isTranslationMemoryJobComplete(begun.jobId);
        const made = await client.getTranslationMemory(done.results[0].translationMemoryId);
        const segments = await client.listTranslationMemorySegments(made, { filterText: "Hi" });
        assert.equal(segments.segments[0].targets[0].targetText, "Hallo");
        const exported = await client.createTranslationMemoryExport(made);
        const ready = await client.isTranslationMemoryJobComplete(exported.jobId);
        await client.downloadTranslationMemoryExport(ready, join(folder, "back.tmx"));
        assert.deepEqual(readFileSync(join(folder, "back.tmx")), tmx);
        await client.deleteTranslationMemory(made);
    },
    async styleProfiles() {
        if (!client.createStyleProfile) {
            console.log("skipped style profiles: this version of the package has none");
            return;
        }
        const made = await client.createStyleProfile({ name: "Website" });
        await client.deleteStyleProfile(made.styleProfileId);
    },
    async refusals() {
        const refused = async (promise, words) => assert.rejects(promise, (error) => words.test(error.message));
        await refused(client.rephraseText("Text", "ja", null, "confident"), /Language ja does not support setting a tone/);
        await refused(client.rephraseText("Text", "ja", "business", null), /Language ja does not support setting a writing style/);
        await refused(client.rephraseText("Text", "en", "business", "confident"), /Both writing_style and tone defined/);
        await refused(client.getDocumentStatus({ documentId: "1234".repeat(8), documentKey: "5678".repeat(16) }), /Not found/);
        const folder = mkdtempSync(join(tmpdir(), "emulator-"));
        writeFileSync(join(folder, "a.invalid"), "Text");
        await refused(client.translateDocument(join(folder, "a.invalid"), join(folder, "b.invalid"), null, "de"), /file extension/);
        writeFileSync(join(folder, "de.txt"), "Das ist der Text und das Ende.");
        await refused(client.translateDocument(join(folder, "de.txt"), join(folder, "out.txt"), null, "de"), /Source and target language/);
    },
    async translate() {
        const one = await client.translateText("Hello, world!", null, "de");
        assert.deepEqual([one.text, one.detectedSourceLang], ["Hallo, Welt!", "en"]);
        const options = { splitSentences: "nonewlines", preserveFormatting: true, tagHandling: "xml", ignoreTags: ["x", "y"], formality: "prefer_less" };
        const two = await client.translateText(["<b>One</b>", "Two"], "en", "pt-BR", options);
        assert.deepEqual(two.map((result) => result.text), ["<b>One</b>", "Two"]);
    },
    async rephrase() {
        const better = await client.rephraseText("Teh end", "en-US", "business");
        assert.equal(better.text, "The end");
    },
    async documents() {
        const folder = mkdtempSync(join(tmpdir(), "emulator-"));
        writeFileSync(join(folder, "in.txt"), "Hello, world!\n");
        const status = await client.translateDocument(join(folder, "in.txt"), join(folder, "out.txt"), "en", "de");
        assert.ok(status.ok());
        assert.equal(readFileSync(join(folder, "out.txt"), "utf8"), "Hallo, Welt!\n");
        const handle = await client.uploadDocument(join(folder, "in.txt"), "en", "de");
        assert.ok((await client.isDocumentTranslationComplete(handle)).status.ok());
        await client.downloadDocument(handle, join(folder, "again.txt"));
        assert.equal(readFileSync(join(folder, "again.txt"), "utf8"), "Hallo, Welt!\n");
    },
    async usage() {
        const usage = await client.getUsage();
        assert.ok(usage.character.count > 0 && !usage.anyLimitReached());
    },
    async faults() {
        await control("PUT", "faults", { rules: [{ calls: ["usage"], when: { to: 1 }, fault: { kind: "status", status: 429 } }] });
        assert.ok((await newClient().getUsage()).character);
        await control("PUT", "faults", { rules: [{ calls: ["usage"], fault: { kind: "status", status: 456 } }] });
        await assert.rejects(newClient().getUsage(), deepl.QuotaExceededError);
        await control("DELETE", "faults");
    },
};

await control("PUT", "seed", { translation_memories: [{ name: "Support", source_language: "en", target_languages: ["de"], segments: [{ source_text: "Hi", targets: { de: "Hallo" } }] }] });
await control("PUT", "translations", {
    translations: [{ source_lang: "en", target_lang: "de", phrases: { "Hello, world!": "Hallo, Welt!" } }],
});
for (const [name, check] of Object.entries(checks)) {
    await check();
    console.log(`ok ${name}`);
}
assert.deepEqual(unseenMethods(), []);
