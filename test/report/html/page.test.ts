import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Applied } from '../../../src/diagnostics/results.ts';
import type { Step } from '../../../src/model/applied.ts';
import { html, lines, name } from '../../../src/report/html/markup.ts';
import { textPair } from '../../../src/report/html/rule-difference.ts';
import { htmlApplied, htmlPlan } from '../../harness/printed.ts';
import { shownChange, shownPlan, shownRule } from '../../harness/shown-rule.ts';
import { HOSTILE, hostilePlan, usualPlan } from './hostile-plan.ts';

const SOURCE = path.resolve(import.meta.dirname, '../../../src/report/html');

describe('text in HTML', () => {
  it('is never markup, in content and in attributes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const { markup } of [html`${text}`, lines(text), name(text)]) {
          expect(markup.replace(/^<bdi(?: class="none")?>|<\/bdi>$/g, '')).not.toMatch(/[<>"']/);
          expect(markup.replace(/&(?:amp|lt|gt|quot|#39);/g, '')).not.toContain('&');
          expect(markup).not.toMatch(/(?!\n)\p{Cc}|\p{Bidi_Control}|\p{Cs}/u);
        }
      }),
    );
  });

  it('takes in only what a template made as it is', () => {
    const inner = html`<b>${'<'}</b>`;
    expect(html`${inner}${[inner, 1]}${null}`.markup).toBe('<b>&lt;</b><b>&lt;</b>1');
    expect(html`${'a\nb'}`.markup).toBe('a\\u{a}b');
    expect(lines('a\r\n\tb').markup).toBe('a\\u{d}\n  b');
  });
});

describe('two texts side by side', () => {
  const words = fc
    .array(fc.constantFrom('one', 'two', 'three', ' ', '\n', ', '), { maxLength: 30 })
    .map((all) => all.join(''));

  /** A side as it is read: the column's cells, those that are folded included. */
  function side(rows: readonly { markup: string }[], column: number): string {
    const cells = rows.map(({ markup }) => {
      const folded = /<tr class="fold">.*<div class="text">(.*)<\/div>/s.exec(markup);
      if (folded !== null) return folded[1] ?? '';
      const alike = /<tr class="same"><td class="text" colspan="2">(.*)<\/td><\/tr>/s.exec(markup);
      if (alike !== null) return alike[1] ?? '';
      const found = [...markup.matchAll(/<td class="(text|gap)">(.*?)<\/td>/gs)][column];
      return found?.[1] === 'text' ? (found[2] ?? '').replace(/<\/?(?:del|ins)>/g, '') : null;
    });
    return cells
      .filter((cell) => cell !== null)
      .join('\n')
      .replaceAll('↵', '');
  }

  it('hold both texts whole', () => {
    fc.assert(
      fc.property(words, words, (before, after) => {
        fc.pre(before !== after && before !== '' && after !== '');
        const rows = textPair(before, after);
        const plain = (text: string) => text.replace(/\n+/g, '\n').trim();
        expect(plain(side(rows, 0))).toBe(plain(before));
        expect(plain(side(rows, 1))).toBe(plain(after));
      }),
    );
  });

  it('mark words, keep lines beside each other, and fold what is far from any difference', () => {
    const text = Array.from({ length: 20 }, (_, index) => `line ${index}`);
    const before = text.join('\n');
    const rows = textPair(before, before.replace('line 10', 'row 10')).map(({ markup }) => markup);
    expect(rows).toContain('<tr><td class="text"><del>line</del> 10</td><td class="text"><ins>row</ins> 10</td></tr>');
    expect(rows[0]).toMatch(/7 unchanged lines.*line 0\nline 1\n/s);
    expect(rows[1]).toBe('<tr class="same"><td class="text" colspan="2">line 7\nline 8\nline 9</td></tr>');
    expect(rows).toHaveLength(5);
    const [added] = textPair('b\n', 'a\nb\n').map(({ markup }) => markup);
    expect(added).toBe('<tr><td class="gap"></td><td class="text"><ins>a</ins></td></tr>');
    expect(textPair('a', 'a\n')[0]?.markup).toContain('<ins>↵</ins>');
  });
});

describe('a page', () => {
  const plans = { usual: usualPlan(), hostile: hostilePlan(), empty: shownPlan([]) };

  it.each(Object.entries(plans))('of a plan (%s) runs its own script and style, and nothing else', (_, plan) => {
    const page = htmlPlan(plan);
    const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    const policy = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(page)?.[1] ?? '';
    const [script, style] = ['page.browser.js', 'page.css'].map((file) =>
      readFileSync(path.join(SOURCE, file), 'utf8'),
    );
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      `style-src ${hash(style ?? '')}`,
      `script-src ${hash(script ?? '')}`,
      "base-uri 'none'",
      "form-action 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ]);
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page.match(/<style/g)).toHaveLength(1);
    expect(page).toContain(`<script>${script}</script>`);
    expect(page).toContain(`<style>${style}</style>`);
    // The policy counts for what follows it only.
    expect(page.indexOf('<meta http-equiv')).toBeLessThan(page.indexOf('<title>'));
    // Of all that asks for something there is only a link within the page.
    const names = (page.match(/<[a-z][^>]*>/g) ?? []).map((tag) => tag.replaceAll(/"[^"]*"/g, '""')).join('');
    expect(names).not.toMatch(/\s(?:src|action|style|srcdoc|on\w+)=/i);
    for (const [, address] of page.matchAll(/\shref="([^"]*)"/g)) expect(address).toMatch(/^#change(?:s|-\d+)$/);
  });

  it('holds each hostile text as text', () => {
    const page = htmlPlan(hostilePlan());
    for (const text of HOSTILE) expect(page).toContain(lines(text).markup);
  });

  it('begins with what is dangerous or refused, and ends with when and by what it was made', () => {
    const rule = shownRule({ from: '@acme.com' });
    const plan = shownPlan([shownChange({ before: rule, after: null, name: 'Gone', risks: ['sends-mail'] })], {
      notices: [{ code: 'guard-max-deletes', severity: 'error', message: 'Refused: too many.', account: 'default' }],
    });
    const page = htmlPlan(plan, { at: '2026-11-23T01:02:03.456Z', version: '0.1.0', commit: 'abc1234' });
    const titles = [...page.matchAll(/<section class="box \w+"><h2>([^<]*)/g)].map(([, title]) => title);
    expect(titles).toEqual([
      'Deletes 1 live rule, with its id, history and learned patterns',
      'Risks',
      'Apply refuses this',
    ]);
    expect(page).toContain(
      '<footer><p>inboxctl 0.1.0 · <time datetime="2026-11-23T01:02:03.456Z">2026-11-23 01:02 UTC</time> · commit <code class="copied">abc1234</code> · digest of the plan ',
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
    const [top = '', bottom = ''] = page.split('id="changes"');
    expect(top.match(/looks like/g)).toHaveLength(14);
    expect(bottom).not.toContain('looks like');
  });

  it('has a button for all of a risk that are too many to name', () => {
    const changes = Array.from({ length: 20 }, (_, index) => {
      const after = shownRule({ from: `@acme-${index}.com` }, undefined, { name: `Rule ${index}` });
      return shownChange({ before: null, after, risks: ['sends-mail'] });
    });
    const [, places = ''] = /data-only="([^"]*)" disabled>and 8 more</.exec(htmlPlan(shownPlan(changes))) ?? [];
    expect(places.split(' ')).toEqual(changes.map((_, index) => String(index + 1)));
  });

  it('is written only from what a browser may read: the script has nothing that makes HTML of text', () => {
    const script = readFileSync(path.join(SOURCE, 'page.browser.js'), 'utf8');
    expect(script).not.toMatch(
      /innerHTML|outerHTML|insertAdjacent|document\.write|eval|Function\(|fetch|import\(|<\/script/i,
    );
  });
});

describe('the page of an apply', () => {
  it('says of each change what came of it, and why', () => {
    const changes = ['Made', 'Broken', 'Waiting'].map((own) =>
      shownChange({ before: null, after: shownRule({ from: '@a.com' }, undefined, { name: own }) }),
    );
    const [made, broken, waiting] = changes;
    if (made === undefined || broken === undefined || waiting === undefined) throw new Error('There are three');
    const error = {
      status: 400,
      code: null,
      message: 'The service <refused>',
      hint: null,
      remedy: 'Mend it.',
      outcomeUnknown: false,
    };
    const steps: Step[] = [
      { change: made, status: 'done' },
      { change: broken, status: 'failed', error },
      { change: waiting, status: 'not-tried' },
    ];
    const difference = (path: string, kind: 'field' | 'order') => ({
      account: 'default',
      rule: 'Made',
      path,
      declared: 'a <b>',
      live: null,
      kind,
    });
    const applied: Applied = {
      run: '20261121T092233Z-abc',
      outcome: 'partial',
      steps,
      differences: [difference('actions/0/fields/folderName', 'field')],
      notices: [],
      unplanned: [],
      unchecked: [],
    };
    const page = htmlApplied({ ...shownPlan(changes), keyId: null, notices: [] }, applied);
    expect(page).toContain('<h1>Partly applied: 1 of 3 changes made, 1 failed, 1 not tried, 1 difference is left</h1>');
    expect(page).toMatch(
      /data-status="failed">[\s\S]*<p class="why"><bdi>The service &lt;refused&gt;\. Mend it\.<\/bdi><\/p>/,
    );
    expect(page).toMatch(/Could not create <a href="#change-2"><bdi>Broken/);
    expect(page).toMatch(/Not tried, since others would fail the same way: create <a href="#change-3">/);
    expect(page).toContain('20261121T092233Z-abc');
    expect(page).toMatch(/<pre class="copied"><code>ignoreDifferences:\n {2}- rule: &quot;Made&quot;/);
    expect(page).toContain('a &lt;b&gt;');
    const well = htmlApplied(
      { ...shownPlan([made]), keyId: null, notices: [] },
      {
        ...applied,
        outcome: 'converged',
        steps: steps.slice(0, 1),
        differences: [],
      },
    );
    expect(well).toContain('<h1>Converged: the live rules are as declared</h1>');
    expect(well).toContain('Done: 1 created.');
    const off: Applied = {
      ...applied,
      outcome: 'converged',
      steps: steps.slice(0, 1),
      differences: [],
      notices: [
        { code: 'switched', args: { rules: ['Made'], how: 'created-off' }, severity: 'warning', account: 'default' },
        { code: 'apply-partial', args: { leftOut: 1 }, severity: 'info' },
      ],
    };
    const top = htmlApplied({ ...shownPlan([made]), keyId: null, notices: [] }, off);
    expect(top.indexOf('created, but left switched off by the service')).toBeLessThan(top.indexOf('id="changes"'));
    expect(top.match(/left switched off/g)).toHaveLength(1);
    expect(top.indexOf('This was a partial apply')).toBeGreaterThan(top.indexOf('id="changes"'));
  });
});
