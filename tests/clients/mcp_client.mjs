// A public Node client drives `housestyle mcp`: usage mcp_client.mjs PACKAGE PROGRAM PROJECT REVISION. The package
// `@modelcontextprotocol/sdk` speaks the revisions up to 2025-11-25 alone.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [folder, library, program, project, revision] = process.argv.slice(2);
const require = createRequire(pathToFileURL(`${folder}/package.json`));
const load = async (name) => import(pathToFileURL(require.resolve(name)));

const older = library === "@modelcontextprotocol/sdk";
const { Client } = await load(older ? `${library}/client/index.js` : library);
const { StdioClientTransport } = await load(older ? `${library}/client/stdio.js` : `${library}/stdio`);

const options = older ? {} : { versionNegotiation: { mode: "auto" } };
const client = new Client({ name: "test", version: "1" }, options);
await client.connect(new StdioClientTransport({ command: program, args: ["-C", project, "mcp"] }));
if (!older) assert.equal(client.getNegotiatedProtocolVersion(), revision);
assert.equal(client.getServerVersion().name, "housestyle");

const { tools } = await client.listTools();
assert.equal(tools.length, 10);
assert.ok(tools.every((tool) => tool.annotations.readOnlyHint));
const guide = await client.callTool({ name: "guide", arguments: { style: "de-shop", own_language: true } });
assert.match(guide.content[0].text, /## Zahlen/);
const wrong = await client.callTool({ name: "validate", arguments: { paths: ["/etc/passwd"] } });
assert.ok(wrong.isError);
const plan = await client.callTool({ name: "plan", arguments: {} });
assert.match(plan.content[0].text, /housestyle apply -C .* --approve sha256:/);
const { contents } = await client.readResource({ uri: "housestyle://findings/unknown-rule" });
assert.match(contents[0].text, /unknown-rule/);
await client.close();
