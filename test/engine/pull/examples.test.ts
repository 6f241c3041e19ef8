/** Pulls by the examples of ./pulled: files, the rules that are live, and the files that they give. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { PullOptions } from '../../../src/engine/pull/input.ts';
import { planOn, pullInto, pullOnto } from '../../harness/pulling.ts';
import { live, type Short } from './live.ts';

interface Example {
  live: (Short & { name: string })[];
  options?: Partial<PullOptions>;
  /** What is said; nothing, unless some of it is here. */
  notices?: { code: string; rule: string; file: string }[];
}

const EXAMPLES = path.join(import.meta.dirname, 'pulled');

/** The files of a folder by their names, as they are byte for byte. */
function filesIn(folder: string): Record<string, string> {
  if (!existsSync(folder)) return {};
  const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = found.map((entry) => path.join(entry.parentPath, entry.name));
  return Object.fromEntries(files.map((file) => [path.relative(folder, file), readFileSync(file, 'utf8')]));
}

it.each(readdirSync(EXAMPLES))('%s', async (name) => {
  const [before, after] = ['before', 'after'].map((folder) => filesIn(path.join(EXAMPLES, name, folder)));
  const example: Example = JSON.parse(readFileSync(path.join(EXAMPLES, name, 'pull.json'), 'utf8'));
  const { notices = [], options = {} } = example;
  const rules = example.live.map((rule) => live(rule.name, rule));
  const pull = await pullInto(before ?? {}, rules, { options });
  expect(filesIn(pull.folder)).toEqual(after);
  const changed = Object.keys({ ...before, ...after }).filter((file) => before?.[file] !== after?.[file]);
  expect(pull.shown.toSorted()).toEqual(changed.toSorted());
  expect(pull.notices.map(({ code, rule, place }) => ({ code, rule, file: place?.file }))).toEqual(notices);
  // What was said to be left is in the plan; else there is nothing in it.
  if (notices.length === 0) expect(planOn(pull.folder, rules).work).toEqual([]);
  expect((await pullOnto({ folder: pull.folder, live: { default: rules }, options })).files).toEqual([]);
});
