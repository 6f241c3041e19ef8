/** Text of others does nothing in any report, whatever prints it. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { recorded } from '../../src/diagnostics/describe.ts';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import type { Step } from '../../src/model/applied.ts';
import { appliedReport } from '../../src/report/applied.ts';
import type { Format, Formats } from '../../src/report/formats.ts';
import { printMarkdown } from '../../src/report/print/markdown.ts';
import { printEnd, printTerminal } from '../../src/report/print/terminal.ts';
import { reviewReport } from '../../src/report/reviewed.ts';
import { COMMANDS, FORMATS } from '../harness/commands.ts';
import { forAll } from '../harness/for-all.ts';
import { diagnosticOf, htmlApplied, htmlPlan, planOf } from '../harness/printed.ts';
import { IS_NIGHT } from '../harness/runs.ts';
import { shownApplied, shownDifference, shownFailure } from '../harness/shown-apply.ts';
import { hostileDocument } from './hostile-plan.ts';
import { hostile, INJECTIONS } from './markdown/hostile.ts';
import { expectInert } from './markdown/rendered.ts';

const placeOf = (text: string) => ({ file: text, line: 3, column: 1 });

/** Notices with a text of others in each place that others can write. */
function noticesOf(text: string) {
  const place = placeOf(text);
  return (['error', 'warning', 'info'] as const).flatMap((severity) => [
    diagnosticOf({ code: text, severity, message: text, account: text, rule: text, source: place }),
    diagnosticOf({ code: text, severity, message: `${text} ${severity}` }),
    recorded({ code: text, severity, message: text, account: text, rule: text, source: place }),
    recorded({ code: text, severity, message: `Refused: ${text}, "${text}" and \`${text}\`. ${text}` }),
  ]);
}

/** The same for every document. */
function documentsOf(text: string) {
  const place = placeOf(text);
  const plan = hostileDocument(text);
  const { changes } = plan;
  const rule = changes[0]?.after;
  const failure = shownFailure(text, { code: text, brief: text, hint: text, remedy: text, outcomeUnknown: true });
  const notices = noticesOf(text);
  const error = { status: 500, code: text, message: text, hint: text };
  const statuses = ['done', 'failed', 'refused', 'held', 'not-tried', 'skipped'] as const;
  const applied = shownApplied(
    statuses.map((status) => ({
      change: changes[0],
      status,
      ...(status === 'failed' ? { error: failure } : {}),
    })) as Step[],
    {
      only: [text],
      differences: [
        shownDifference({ account: text, rule: text, path: text, declared: text, live: `${text}2` }),
        shownDifference({ account: text, rule: text, path: '', kind: 'missing' }),
      ],
      accounts: [{ name: text, startedAt: null, endedAt: null, requests: 1, retries: 0 }],
      notices: notices as Diagnostic[],
      unplanned: [{ account: text, message: text }],
      unchecked: [{ account: text, failure }],
    },
  );
  const counts = { all: 1, sent: 1, read: 1, unread: 1, unarchived: 1, archived: 1 };
  const rows = [
    { start: null, label: text, ...counts },
    { start: '2026-08-03', label: text, ...counts },
  ];
  const answers = {
    summary: {
      medianMinutes: 5,
      averageMinutes: 6,
      within1HourPercent: 7,
      previousPeriod: { medianMinutes: 8, percentChange: -9 },
    },
    distribution: {
      lessThan1Hour: 1,
      oneToFourHours: 2,
      fourTo24Hours: 0,
      oneToThreeDays: 0,
      threeToSevenDays: 0,
      moreThan7Days: 0,
    },
    trend: [{ start: null, label: text, medianMinutes: 125, count: 3 }],
    emailsAnalyzed: 3,
    maxEmailsCap: 50,
    capped: false,
  };
  const totals = { all: 2, inbox: 1, read: 1, sent: 1 };
  const stats = { notes: notices };
  const made = { at: '2026-11-23T01:02:03.456Z', version: '0.1.0', commit: null };
  const ends = { create: { done: 1 }, replace: {}, delete: {} };
  const run = {
    run: applied.run,
    by: 'apply',
    accounts: [{ name: text, baseUrl: text, changes: ends }],
    changes: ends,
    origin: { commit: text, actor: text, url: text },
    outcome: 'partial',
    rollbackOf: null,
    file: text,
    startedAt: made.at,
  };
  const mail = { from: text, to: text, subject: text };
  const search = { gmail: text, outlook: text, wider: 'names too', narrower: 'whole words only' };
  const explained = { account: text, rule: text, source: place, shown: rule, risks: [], search };
  const unset = [{ name: 'HOOK', rules: [text], files: [text], shown: text }];
  const left = { inbox: 'pulled', missing: ['INBOXCTL_API_KEY'], unset, isInGit: true, projectFiles: [text] };
  const next = { apply: 'inboxctl apply', sameInboxes: [] };
  return {
    VALIDATION: { rules: 1, files: 1, ofTests: 1, accounts: 2 },
    FORMATTING: {
      files: [
        { file: text, status: 'differs' },
        { file: text, status: 'left-alone' },
      ],
    },
    LISTING: {
      accounts: [
        { name: text, baseUrl: text, live: 1 },
        { name: `2${text}`, baseUrl: text, live: 0, error },
      ],
      rules: [{ account: text, name: text, id: text, enabled: true, state: 'differs', source: place, rule }],
      isNew: false,
    },
    EXPLANATION: [explained],
    MAIL_EXPLANATION: {
      mail,
      areNamed: false,
      rules: [{ account: text, rule: text, source: place, outcome: 'matches', reasons: notices }],
    },
    MAIL_COUNTS: {
      mails: 3,
      complete: true,
      accounts: [{ account: text, none: 0, ai: 1, several: 2, pairs: [{ rules: [text, text], mails: 2 }] }],
      rules: [
        {
          account: text,
          rule: text,
          matches: 2,
          ai: 1,
          no: 0,
          unknown: 0,
          domains: [{ domain: text, mails: 2 }],
          source: place,
        },
      ],
    },
    TESTED: {
      tests: [
        {
          account: text,
          name: text,
          source: place,
          mail,
          passed: false,
          expectations: [{ rule: text, expected: 'matches', actual: 'no', reasons: notices, source: place }],
        },
      ],
      folders: [text],
      sameInboxes: [text],
    },
    PLAN: { plan: { ...planOf(plan), notices }, hasPlan: true, next, made },
    APPLIED: { applied, notices, about: { next: null, sameInboxes: [] } },
    PULLED: {
      dryRun: false,
      only: [text],
      files: [{ shown: text, before: null, after: text, rules: [text] }],
      variables: [{ name: 'HOOK', rules: [text], files: [text], shown: text }],
      diffs: () => [],
      isDone: true,
    },
    RUNS: { runs: [run], sameProject: [text] },
    RUN: {
      run,
      changes: [{ ...changes[1], outcome: 'done', status: 'failed', error }],
      differences: applied.differences,
      sameRun: [text],
    },
    ACCOUNTS: { accounts: [], file: text },
    DIAGNOSIS: [
      { account: text, probe: 'key', result: 'failed', finding: { code: 'service-failed', args: failure } },
      { account: text, probe: 'base-url', result: 'ok', finding: notices[0] },
    ],
    STARTED: { files: [{ file: text, status: 'created' }], plan: null, left, folder: text },
    STATISTICS: {
      ...stats,
      report: {
        report: 'volume',
        period: 'week',
        range: { from: null, to: null },
        accounts: [text, `2${text}`].map((name) => ({ name, totals, rows })),
        summed: { totals, rows },
      },
    },
    RESPONSE_TIMES: {
      ...stats,
      report: {
        report: 'response-time',
        range: { from: null, to: null },
        accounts: [text, `2${text}`].map((name) => ({ name, answers })),
        summed: answers,
      },
    },
  };
}

type Documents = ReturnType<typeof documentsOf>;

const hostileDocuments = new Map(INJECTIONS.map((text) => [text as string, documentsOf(text)]));
const documentsFor = (text: string) => hostileDocuments.get(text) ?? documentsOf(text);

/** What a terminal or a runner acts on, or could with what stands beside it. */
const ACTING = [...INJECTIONS.filter((text) => IS_NIGHT || /[\p{C}:#]/u.test(text)), ':', '#', '##'];

/** What is printed as it is: a file of the user. */
const AS_IT_IS = ['TEXT', 'TEXT_OF_STDIN'];
/** A second document of the same formats. */
const SECOND: Record<string, string> = { RESPONSE_TIMES: 'STATISTICS' };
const STYLE = { color: false, unicode: true, width: 80, verbose: true };

function formatsOf(name: keyof Documents): Formats<unknown> {
  const table = FORMATS[SECOND[name] ?? name];
  if (table === undefined) throw new Error(`no command prints ${name}`);
  return table;
}

/** A terminal and the log of a workflow see text, and nothing that acts. */
function expectHarmless(text: string): void {
  const lines = text.split('\n').filter((line) => /\p{Cc}|\p{Bidi_Control}|\p{Cs}|^\s*::|##\[/u.test(line));
  expect(lines).toEqual([]);
}

/** What tries each format with texts of others: a check here, or another file. */
const TRIED: Record<Format, ((printed: string) => void) | string> = {
  text: expectHarmless,
  markdown(printed) {
    expectInert(printed);
    // GitLab's older versions look for orders in long fences too.
    expect(printed).not.toMatch(/^\//m);
  },
  json: (printed) => JSON.parse(printed),
  html: 'test/report/html/browser.test.ts',
  csv(printed) {
    expectHarmless(printed);
    expect(printed).not.toMatch(/(^|,)"?[=+@-]/m);
  },
  yaml: (printed) => expect(parseDocument(printed).errors).toEqual([]),
  junit: 'test/e2e/hostile-mail.test.ts',
};

describe('text of others', () => {
  it('is tried in every report', () => {
    const tried = Object.keys(documentsOf('')).filter((name) => SECOND[name] === undefined);
    expect(Object.keys(FORMATS).sort()).toEqual([...tried, ...AS_IT_IS].sort());
  });

  it('is tried in every format that a command offers', () => {
    const offered = COMMANDS.flatMap(
      ({ options }) => options.find(({ flags }) => flags === '--format <FORMAT>')?.choices ?? [],
    );
    expect(new Set(offered)).toEqual(new Set(Object.keys(TRIED)));
    expect(new Set(Object.values(FORMATS).flatMap(Object.keys))).toEqual(new Set(Object.keys(TRIED)));
  });

  const names = Object.keys(documentsOf('')) as (keyof Documents)[];

  it.each(names)('does nothing to a terminal, in any width (%s)', async (name) => {
    const check = async (text: string, width: number) => {
      for (const verbose of [true, false]) {
        const view = { style: { ...STYLE, width, verbose }, quiet: false, notices: noticesOf(text) };
        expectHarmless(await formatsOf(name).text(documentsFor(text)[name], view));
      }
    };
    for (const text of ACTING) await check(text, 80);
    await forAll([hostile, fc.constantFrom(60, 80, 200)], 10, check);
  });

  const others = Object.entries(TRIED).filter(([format]) => format !== 'text') as [Format, unknown][];
  const triedHere = others.flatMap(([format, check]) =>
    typeof check === 'string'
      ? []
      : names.filter((name) => formatsOf(name)[format] !== undefined).map((name) => [format, name, check] as const),
  );

  it.each(triedHere as [Format, keyof Documents, (printed: string) => void][])(
    'means nothing in %s (%s)',
    async (format, name, expectNothing) => {
      const check = async (text: string) => {
        const view = { style: STYLE, quiet: false, notices: noticesOf(text) };
        const printed = await formatsOf(name)[format]?.(documentsFor(text)[name], view);
        if (printed) expectNothing(printed);
      };
      for (const text of INJECTIONS) await check(text);
      await forAll([hostile], 10, check);
    },
  );

  it.each(others.filter(([, tried]) => typeof tried === 'string'))('is tried in %s by another file: %s', (_, file) => {
    expect(readFileSync(file as string, 'utf8')).toMatch(/hostile/);
  });

  it('does nothing in what is said of an apply, and beside a review', async () => {
    const check = (text: string) => {
      const { PLAN, APPLIED } = documentsFor(text);
      expectInert(printMarkdown(appliedReport(APPLIED.applied, {}), { maxBytes: 60_000, whole: null }));
      expectHarmless(printEnd(appliedReport(APPLIED.applied, { plan: PLAN.plan }), STYLE));
      const [now, reviewed] = PLAN.plan.changes;
      if (now === undefined || reviewed === undefined) throw new Error('a plan without changes');
      const pairs = [{ now, reviewed, sameKey: false }];
      const of = { plan: { file: text, keyId: text } };
      const review = { of, pairs, unreviewed: [now], skipped: [reviewed], left: `sha256:${'0'.repeat(64)}` };
      expectHarmless(printTerminal(reviewReport(review as never, { sameInboxes: [text] }), STYLE));
    };
    for (const text of INJECTIONS) check(text);
    await forAll([hostile], 10, check);
  });

  it('does nothing on a page', async () => {
    const pagesOf = (text: string) => {
      const { PLAN, APPLIED } = documentsOf(text);
      return [htmlPlan({ ...PLAN.plan, formatVersion: 1, notices: [] }), htmlApplied(PLAN.plan, APPLIED.applied)];
    };
    const usual = pagesOf('usual');
    const check = (text: string) => {
      for (const [index, page] of pagesOf(text).entries()) {
        const plain = usual[index] ?? '';
        expect(page).not.toMatch(/(?!\n)\p{Cc}|\p{Bidi_Control}|\p{Cs}/u);
        for (const tag of ['script', 'style', 'meta', 'img', 'iframe', 'base', 'form', 'svg', 'link']) {
          expect(page.split(`<${tag}`).length, tag).toBe(plain.split(`<${tag}`).length);
        }
      }
    };
    // What a page escapes depends on no neighbor.
    check(INJECTIONS.join('\n'));
    await forAll([hostile], 10, check);
  });
});
