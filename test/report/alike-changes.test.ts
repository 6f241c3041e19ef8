/** Changes with one difference are one entry, and nothing that tells them apart is lost. */
import { expect, it } from 'vitest';
import type { Change } from '../../src/model/plan.ts';
import { htmlPlan, markdownPlan, planOf, textPlan } from '../harness/printed.ts';
import { shownAction, shownChange, shownPlan, shownRule } from '../harness/shown-rule.ts';

const MARKDOWN = { maxBytes: Number.POSITIVE_INFINITY, whole: null };
const TEXT = { color: false, unicode: true, width: 80, verbose: true };

const edit = (name: string, account: string, line: number): Change => {
  const when = { aiInstructions: `find ${name}` };
  return shownChange({
    name,
    account,
    before: shownRule(when, [shownAction('ARCHIVE')], { name }),
    after: shownRule(when, [shownAction('STAR')], { name }),
    source: { file: `rules/${name}.yaml`, line, column: 1 },
  });
};

const printed = (changes: readonly Change[]) => {
  const plan = shownPlan(changes);
  return { text: textPlan(planOf(plan), TEXT), markdown: markdownPlan(plan, MARKDOWN), html: htmlPlan(plan) };
};

const entries = {
  text: (text: string) => text.match(/^ {2}~ replace/gm),
  markdown: (text: string) => text.match(/^<summary><b>~ replace/gm),
  html: (text: string) => text.match(/<details (?:open )?class="replace"/g),
};

it('150 equal edits are one entry with each name, place and digest', () => {
  const changes = Array.from({ length: 150 }, (_, index) => edit(`rule-${index}`, 'default', index + 2));
  const all = printed(changes);
  for (const [format, text] of Object.entries(all)) {
    expect(entries[format as keyof typeof entries](text)).toHaveLength(1);
    for (const { name, source, digest } of changes) {
      expect(text).toContain(`rules/${name}.yaml:${source?.line}`);
      // A comment has no room for them, and nobody types one from there.
      if (format !== 'markdown') expect(text).toContain(digest);
    }
  }
});

it('seven changes in forty accounts are seven entries, and the file that the accounts share is named once', () => {
  const accounts = Array.from({ length: 40 }, (_, index) => `account-${index}`);
  const changes = Array.from({ length: 7 }, (_, index) => index).flatMap((index) =>
    accounts.map((account) => {
      const one = edit(`rule-${index}`, account, 2);
      const after =
        one.after === null ? null : { ...one.after, actions: [shownAction('LABEL', { label: `L${index}` })] };
      return { ...one, after };
    }),
  );
  const { text, markdown, html } = printed(changes);
  expect(entries.text(text)).toHaveLength(7);
  expect(entries.markdown(markdown)).toHaveLength(7);
  expect(entries.html(html)).toHaveLength(7);
  expect(markdown.match(/Declared at `rules\/rule-3\.yaml:2`\.\n/g)).toHaveLength(1);
  for (const account of accounts) expect(markdown).toContain(`\`${account}\``);
});

it('places in one file are named each', () => {
  const source = (line: number) => ({ file: 'rules/all.yaml', line, column: 1 });
  const changes = [3, 9, 27].map((line) => ({ ...edit(`rule-${line}`, 'default', line), source: source(line) }));
  for (const text of Object.values(printed(changes))) {
    for (const line of [3, 9, 27]) expect(text).toContain(`rules/all.yaml:${line}`);
  }
});

it('an entry of several accounts names each on the page', () => {
  const { html } = printed(['alice', 'bob'].map((account) => edit('rule', account, 2)));
  expect(html).toMatch(/<summary><b>~ replace<\/b> <code>rule<\/code> in 2 accounts · .*<\/summary>/);
  expect(html).toContain('<p><code>alice</code>, <code>bob</code></p>');
});

it('says of accounts without changes of their own at which address their live rules are', () => {
  const names = ['alice', 'bob', 'carol'];
  for (const text of Object.values(printed(names.map((account) => edit('shared', account, 1))))) {
    for (const name of names)
      expect(text).toMatch(new RegExp(`${name}\\b.{0,20}: \\d+ live rules?, \\d+ declared at `));
  }
});

it('risks name a rule of several accounts once, and the same rules once', () => {
  const changes = Array.from({ length: 6 }, (_, index) => `rule-${index}`).flatMap((name) =>
    ['alice', 'bob'].map((account): Change => ({ ...edit(name, account, 2), risks: ['sends-mail', 'starts-sending'] })),
  );
  const { markdown } = printed(changes);
  expect(markdown).toMatch(/\*\*Sends mail in your name:\*\* `rule-0` in 2 accounts, .* and 1 more/);
  expect(markdown).toContain('switched on:** the same 12 rules');
});
