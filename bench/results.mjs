// The figures that are kept: bench/results.json, which the tables of docs/performance.md are made from (see tables.mjs).
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import path from 'node:path';

const FILE = path.resolve(import.meta.dirname, 'results.json');

/** Takes what was measured, on which Node, and the figures with machine and date; puts them in the place of the earlier ones. */
export function record(what, name, figures) {
  const results = JSON.parse(readFileSync(FILE, 'utf8'));
  results[what] = { ...results[what], [name]: figures };
  writeFileSync(FILE, `${JSON.stringify(results, null, 2)}\n`);
}

/** The machine that measures, and the day. */
export function machine() {
  const [cpu] = cpus();
  return {
    date: today(),
    cpu: cpu?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
  };
}

/** The day in UTC, as 2026-01-31. */
export function today() {
  return new Date().toISOString().slice(0, 10);
}

/** Takes the path of a Node; gives its version, as 20.19.0. */
export function versionOf(node) {
  return execFileSync(node, ['--version'], { encoding: 'utf8' }).trim().slice(1);
}
