#!/usr/bin/env node
// Starts the program of this platform, hands everything through, and ends as it ends.
"use strict";

const { spawn } = require("node:child_process");
const { constants } = require("node:os");
const { version, housestyle } = require("../package.json");

const platform = `${process.platform}-${process.arch}`;
const name = `@housestyle/${platform}`;

function stop(message, help) {
  console.error(`error: ${message}\nhelp: ${help}`);
  process.exit(1);
}

if (!housestyle.platforms.includes(platform)) {
  stop(
    `housestyle has no build for ${platform}, only for ${housestyle.platforms.join(", ")}`,
    "build it: cargo install, from a clone of its repository"
  );
}

let program;
try {
  program = require.resolve(`${name}/bin/housestyle${process.platform === "win32" ? ".exe" : ""}`);
} catch {
  stop(
    `the package ${name}, which holds the program, is not installed`,
    `install it beside this one, from the same release: npm install ./housestyle-${platform}-${version}.tgz`
  );
}

const child = spawn(program, process.argv.slice(2), { stdio: "inherit" });
// A Ctrl-C (and a Ctrl-Break) reaches both; the program finishes what is in flight, and only then do we end.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK"]) {
  process.on(signal, () => {
    if (signal !== "SIGINT" && signal !== "SIGBREAK") child.kill(signal);
  });
}
child.on("error", (error) => {
  const libc = error.code === "ENOENT" ? "it needs a glibc that is not here" : error.message;
  stop(`cannot start ${program}: ${libc}`, "build it: cargo install, from a clone of its repository");
});
child.on("exit", (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code));
