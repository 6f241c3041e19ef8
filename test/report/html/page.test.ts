/** The pages as they are written: what text of others may become in them, and what they say. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapedLines } from '../../../src/diagnostics/escape-control.ts';
import type { Applied } from '../../../src/diagnostics/results.ts';
import type { Step } from '../../../src/model/applied.ts';
import type { PlanDocument } from '../../../src/model/plan.ts';
import { rendered } from '../../../src/report/print/page.ts';
import { forAll } from '../../harness/for-all.ts';
import { htmlApplied, htmlPlan } from '../../harness/printed.ts';
import { shownApplied, shownDifference, shownFailure } from '../../harness/shown-apply.ts';
import { shownChange, shownPlan, shownRule } from '../../harness/shown-rule.ts';
import { HOSTILE, hostilePlan, usualPlan } from '../hostile-plan.ts';
import { hostile, INJECTIONS } from '../markdown/hostile.ts';
import { decoded } from '../markdown/rendered.ts';

const STYLE = readFileSync(path.resolve(import.meta.dirname, '../../../src/report/print/page.css'), 'utf8');

/** What shows text, and does nothing else. */
const ELEMENTS = new Set([
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code', 'hr', 'br', 'em'],
  'strong',
  ...['table', 'thead', 'tbody', 'tr', 'th', 'td', 'div', 'details', 'summary', 'b', 'i', 'span', 'ins', 'del', 'mark'],
]);
const ATTRIBUTES = new Set(['class', 'open', 'align', 'start', 'role', 'aria-label', 'tabindex']);

/** Fails on a tag that is not one of these, whole, with nothing but such attributes in quotes. */
function expectOnlyText(html: string): void {
  for (const [tag, name, attributes = ''] of html.matchAll(
    /<\/?([a-z][a-z0-9]*)((?: [a-z-]+(?:="[^"<>]*")?)*)(?: \/)?>|</g,
  )) {
    if (!ELEMENTS.has(name ?? '')) throw new Error(`There is ${tag} in\n${html}`);
    for (const [, attribute = ''] of attributes.matchAll(/ ([a-z-]+)(?:="[^"]*")?/g)) {
      if (!ATTRIBUTES.has(attribute)) throw new Error(`There is ${tag} in\n${html}`);
    }
  }
}

function bodyOf(page: string): string {
  return page
    .slice(page.indexOf('<body>') + '<body>'.length, page.indexOf('</body>'))
    .replace(/<(\/?)(?:main|footer)>/g, '');
}

function textOf(page: string): string {
  return decoded(page.replace(/<[^>]*>/g, ''));
}

describe('Markdown on a page', () => {
  it('becomes nothing but text, even where a text of others is not escaped', async () => {
    for (const text of [...INJECTIONS, ...HOSTILE.slice(0, -1)]) {
      for (const all of [text, `a\n\n${text}\n`, `<details>\n<summary>${text}</summary>\n\n${text}\n\n</details>`]) {
        expectOnlyText(rendered(all));
      }
    }
    const pieces = fc.array(
      fc.constantFrom(
        ...['<', '>', '/', '!', '"', '&', '`', '[', ']', '(', ')', '\n', ' '],
        ...['a', 'b', 'code', 'details', 'summary', 'svg', 'img src=x', 'onload=x', 'http://a.example'],
        ...['javascript:x', '|', '-|-', '- ', '~~~', '$1', '$&'],
      ),
    );
    const texts = fc.oneof(
      hostile,
      pieces.map((all) => all.join('')),
    );
    await forAll([texts], 300, (text) => expectOnlyText(rendered(text)));
  });

  it('becomes colored boxes, cards and lines of differences', () => {
    expect(rendered('> [!CAUTION]\n> **Deletes 1 rule:**')).toBe(
      '<blockquote class="caution">\n<p><b>Caution</b>\n<strong>Deletes 1 rule:</strong></p>\n</blockquote>',
    );
    expect(rendered('<details>\n<summary><b>− delete</b> <code>A</code></summary>\n\ntext\n\n</details>')).toBe(
      '<details class="delete">\n<summary><b>− delete</b> <code>A</code></summary>\n<p>text</p>\n</details>',
    );
    expect(rendered('```diff\n- a <b>\n+ b\n! c\n  d\n```')).toBe(
      '<pre><code class="language-diff"><del><b>-</b> a &lt;b&gt;\n</del><ins><b>+</b> b\n</ins><mark><b>!</b> c\n</mark><span><b> </b> d\n</span></code></pre>',
    );
  });
});

describe('a page', () => {
  const plans = { usual: usualPlan(), hostile: hostilePlan(), empty: shownPlan([]) };

  it.each(Object.entries(plans))('of a plan (%s) has its own style, and runs nothing', (_, plan) => {
    const page = htmlPlan(plan);
    const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    const policy = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(page)?.[1] ?? '';
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      `style-src ${hash(STYLE)}`,
      "base-uri 'none'",
      "form-action 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ]);
    expect(page.match(/<script/g)).toBeNull();
    expect(page.match(/<style/g)).toHaveLength(1);
    expect(page).toContain(`<style>${STYLE}</style>`);
    // The policy counts for what follows it only.
    expect(page.indexOf('<meta http-equiv')).toBeLessThan(page.indexOf('<title>'));
    const names = (page.match(/<[a-z][^>]*>/g) ?? []).map((tag) => tag.replaceAll(/"[^"]*"/g, '""')).join('');
    expect(names).not.toMatch(/\s(?:href|src|action|style|srcdoc|on\w+)=/i);
    expectOnlyText(bodyOf(page));
  });

  it('holds each hostile text as text', () => {
    const text = textOf(htmlPlan(hostilePlan()));
    // The action looks for marks in comments, so none is written in any Markdown.
    const shown = (one: string) => escapedLines(one).join('\n').replaceAll('<!--', '\\u{3c}!--');
    for (const one of HOSTILE) expect(text.includes(shown(one)), one.slice(0, 100)).toBe(true);
  });

  it('holds long texts whole, and of two that differ each line that does', () => {
    const lines = Array.from(
      { length: 200 },
      (_, index) => `${index}. ${'Letters are answered within a day. '.repeat(9)}end`,
    );
    const rule = shownRule({ aiInstructions: lines.join('\n') });
    const created = textOf(htmlPlan(shownPlan([shownChange({ before: null, after: rule })])));
    for (const line of lines) expect(created).toContain(line);
    const other = shownRule({ aiInstructions: lines.join('\n').replace(/end$/gm, 'end of it') });
    const replaced = textOf(htmlPlan(shownPlan([shownChange({ before: rule, after: other })])));
    expect(replaced.match(/^\+ .* end of it$/gm)).toHaveLength(200);
  });

  it('begins with what is dangerous or refused, and ends with when and by what it was made', () => {
    const rule = shownRule({ from: '@acme.com' });
    const plan = shownPlan([shownChange({ before: rule, after: null, name: 'Gone', risks: ['sends-mail'] })], {
      notices: [{ code: 'guard-max-deletes', severity: 'error', message: 'Refused: too many.', account: 'default' }],
    });
    const page = htmlPlan(plan, { at: '2026-11-23T01:02:03.456Z', version: '0.1.0', commit: 'abc1234' });
    const boxes = [...page.matchAll(/<blockquote class="(\w+)">(.*?)[.:]?<\/strong>/gs)];
    expect(boxes.map(([, kind, text = '']) => [kind, textOf(text).trim().replace(/\s+/g, ' ')])).toEqual([
      ['caution', 'Caution Deletes 1 live rule, with its id, history and learned patterns'],
      ['warning', 'Warning Sends mail in your name'],
      ['caution', 'Caution Apply refuses this'],
    ]);
    expect(page).toMatch(
      /<p>Digest: <code>sha256:(?:ab){32}<\/code><\/p>\n<\/main>\n<footer><p>inboxctl 0\.1\.0 · 2026-11-23 01:02 UTC · commit <code>abc1234<\/code> · key <code>abcdef01<\/code><\/p><\/footer>/,
    );
    expect(htmlPlan(plan, { at: '2026-11-23T01:02:03.456Z', version: '0.1.0', commit: null })).not.toContain('commit');
  });

  it('names likely renames beside the deletes, and not again below', () => {
    const rule = shownRule({ from: '@acme.com' });
    const notices = Array.from({ length: 14 }, (_, index) => ({
      code: 'likely-rename',
      severity: 'warning' as const,
      message: `looks like ${index}.`,
      rule: 'New',
    }));
    const page = htmlPlan(shownPlan([shownChange({ before: rule, after: null, name: 'Gone' })], { notices }));
    const [top = '', bottom = ''] = page.split('</blockquote>');
    expect(top.match(/looks like/g)).toHaveLength(14);
    expect(bottom).not.toContain('looks like');
  });
});

it('a page of 1,000 accounts has the worst above the changes, and the others in a list to open', () => {
  const accounts = Array.from({ length: 1_000 }, (_, index) => ({
    ...(shownPlan([]).accounts[0] as PlanDocument['accounts'][number]),
    name: `inbox-${String(index).padStart(3, '0')}`,
    summary: { create: index === 500 ? 1 : 0, replace: 0, delete: 0, unchanged: 12, kept: 0 },
    ...(index % 100 === 99 && { error: { status: 401, code: null, message: 'Invalid API key', hint: null } }),
  }));
  const created = shownChange({ before: null, after: shownRule({ from: '@acme.com' }), account: 'inbox-500' });
  const page = htmlPlan(shownPlan([created], { accounts }));
  const [, worst = '', others = ''] =
    /<\/blockquote>[\s\S]*?<ul>([\s\S]*?)<\/ul>\s*<details>\s*<summary>and 989 with nothing to do<\/summary>([\s\S]*?)<\/details>/.exec(
      page,
    ) ?? [];
  const names = (list: string) => list.match(/(?<=<code>)inbox-\d+(?=<\/code>)/g);
  expect(names(worst)).toEqual([...Array.from({ length: 10 }, (_, index) => `inbox-${index}99`), 'inbox-500']);
  expect(names(others)).toHaveLength(989);
});

describe('the page of an apply', () => {
  // What it says above the changes is held by test/report/markdown/applied.test.ts.
  it('says of each change what came of it, and why', () => {
    const made = ['Made', 'Broken', 'Waiting'].map((own) =>
      shownChange({ before: null, after: shownRule({ from: '@a.com' }, undefined, { name: own }) }),
    );
    const error = shownFailure('The service <refused>', { status: 400, remedy: 'Mend it.' });
    const more = [{ status: 'done' }, { status: 'failed', error }, { status: 'not-tried' }] as const;
    const steps = made.map((change, index) => ({ change, ...more[index] }) as Step);
    const pageOf = (applied: Applied) =>
      htmlApplied({ ...shownPlan(applied.steps.map(({ change }) => change)), keyId: null, notices: [] }, applied);
    const differs = shownDifference({ rule: 'Made', path: 'actions/0/fields/folderName', declared: 'a <b>' });
    const page = pageOf(shownApplied(steps, { differences: [differs] }));
    expect(page).toContain('<h1>Partly applied: 1 of 3 changes made, 1 failed, 1 not tried, 1 difference is left</h1>');
    expect(page).toMatch(
      /<code>Broken<\/code> ⚠️ failed( · .*)?<\/summary>\n<p>⚠️ <code>The service &lt;refused&gt;\. Mend it\.<\/code><\/p>/,
    );
    expect(page).toMatch(/<code>Made<\/code> · .* · created<\/summary>/);
    expect(page).toMatch(/<code>Waiting<\/code> ⚠️ not tried( · .*)?<\/summary>/);
    expect(page).toContain('inboxctl rollback 20261121T092233Z-0123456789ab');
    expect(page).toMatch(/<pre><code class="language-yaml">ignoreDifferences:\n {2}- rule: &quot;Made&quot;/);
    expect(page).toContain('a &lt;b&gt;');
    const converged = shownApplied(steps.slice(0, 1), { outcome: 'converged' });
    const off: Applied = {
      ...converged,
      notices: [
        { code: 'switched', args: { how: 'created-off' }, severity: 'warning', account: 'default', rule: 'Made' },
        {
          code: 'left-alone',
          args: { changes: [{ account: 'default', op: 'delete', name: 'Stray' }] },
          severity: 'info',
        },
      ],
    };
    const top = pageOf(off);
    expect(top.indexOf('created, but left switched off by the service')).toBeLessThan(top.indexOf('<h2>Changes</h2>'));
    expect(top.match(/left switched off/g)).toHaveLength(1);
    expect(top.indexOf('1 difference left alone')).toBeGreaterThan(top.indexOf('<h2>Changes</h2>'));
  });
});
