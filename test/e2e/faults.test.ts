/**
 * The fault matrix: every way in which a request can be spoiled × method × the first, the middle and the last request of
 * that method × kind of service. All of it at night; by day every way with every method at one of the positions and on one
 * kind of service, so that every method meets all of them, and so does every way. Each scenario is an account of its own
 * with a service of its own; the accounts of a kind of fault are applied in one run. All of it twice, by day at two
 * positions:
 *
 * - without a second try: what fails is reported, and the report is held against the inbox; another apply does the rest;
 * - with tries: one apply does everything, whatever happened.
 *
 * Names are looked at when a run has ended: nothing in a run takes a second rule of a name away again.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { FOUND } from '../../src/diagnostics/changes.ts';
import { type ApplyDocument, applyDocument } from '../../src/model/applied.ts';
import type { WireRule } from '../../src/sandbox/wire.ts';
import { OUTCOME_UNKNOWN } from '../../src/service/reason.ts';
import { inboxctl } from '../harness/inboxctl.ts';
import { projectOf, type Service, serve } from '../harness/project.ts';
import { IS_NIGHT } from '../harness/runs.ts';
import { FAULT_KIND_NAMES, type FaultKind } from '../harness/sandbox/faults.ts';
import { say } from '../harness/say.ts';

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;
const PROFILES = ['spec', 'older', 'newer'] as const;
/** Of three requests of each method. */
const POSITIONS = [1, 2, 3];

/** Longer than a request takes, and shorter than one may take. */
const SLOW_MS = 100;
const NOT_OF_THE_SERVICE: readonly FaultKind[] = ['html', 'html-before', 'half-json'];
const HANGS: readonly FaultKind[] = ['hang-before', 'hang-after'];

interface Rule {
  name: string;
  renamedFrom?: string;
  condition: { aiInstructions?: string; static?: { from: string } };
  actions: [{ type: 'LABEL'; fields: { label: string } }];
}

const rule = (name: string, text: string, more: Partial<Rule> = {}): Rule => ({
  name,
  condition: { aiInstructions: text },
  actions: [{ type: 'LABEL', fields: { label: text } }],
  ...more,
});
const fromOne = { condition: { static: { from: 'one@example.com' } } };

/** As a service keeps what nobody set (measured). */
const AND = { conditionalOperator: 'AND' };
const LIVE = [
  rule('Ignored', 'never touched'),
  rule('Unchanged', 'as declared'),
  rule('Text', 'before'),
  rule('Old name', 'same'),
  rule('Other text', 'before'),
  rule('Gone 1', 'x'),
  rule('Gone 2', 'x', fromOne),
  rule('Gone 3', 'x'),
];
const DECLARED = [
  rule('Unchanged', 'as declared'),
  rule('Text', 'after'),
  rule('New name', 'same', { renamedFrom: 'Old name' }),
  rule('Other text', 'after'),
  rule('Created 1', 'new'),
  // What a deleted rule has, so that the order matters.
  rule('Created 2', 'new', fromOne),
  rule('Created 3', 'new'),
];
const idOf = (name: string) => `id of ${name}`;

/** A fault and the service that it happens at. */
interface Scenario {
  account: string;
  faults: string[];
  service: Service;
  before: WireRule[];
}

/** Each inbox has a key of its own: a run locks it by that. */
const keyOf = (account: string, retryFor: number) => `key-of-the-inbox-${account}-${retryFor}`;
const variableOf = (account: string) => `INBOXCTL_KEY_${account.replaceAll('-', '_').toUpperCase()}`;

async function scenariosOf(kind: FaultKind, retryFor: number): Promise<Scenario[]> {
  const written = kind === 'slow' ? `slow=${SLOW_MS}` : kind;
  const all = METHODS.flatMap((method, row) =>
    POSITIONS.flatMap((at) => {
      const number = FAULT_KIND_NAMES.indexOf(kind);
      const isPlayed = (row + number + (retryFor === 0 ? 0 : 1)) % POSITIONS.length === at - 1;
      const one = (row + at + Math.floor(number / POSITIONS.length)) % PROFILES.length;
      const played = PROFILES.filter((_, index) => IS_NIGHT || (isPlayed && index === one));
      return played.map((profile) => ({ method, at, profile }));
    }),
  );
  return Promise.all(
    all.map(async ({ method, at, profile }, index) => {
      // Of reads there are three where a lost answer is looked up.
      const lost = method === 'GET' ? ['POST /rules reset-after @1'] : [];
      const faults = [
        `${method} /rules${method === 'GET' || method === 'POST' ? '' : '/*'} ${written} @${at}`,
        ...lost,
      ];
      // Their ids are alike, so only the times tell one inbox from another.
      const rules = LIVE.map((one, place) => {
        const createdAt = new Date(Date.UTC(2026, 0, 1, 0, index, place)).toISOString();
        return { ...one, id: idOf(one.name), createdAt, condition: { ...AND, ...one.condition } };
      });
      const account = `${method}-${at}-${profile}`.toLowerCase();
      const service = await serve({ profile, faults, key: keyOf(account, retryFor), seed: { rules } });
      return { account, faults, service, before: service.rules() };
    }),
  );
}

function projectFor(scenarios: readonly Scenario[]): string {
  const accounts = scenarios.map(({ account, service }) => [
    account,
    { baseUrl: service.baseUrl, apiKey: { env: variableOf(account) } },
  ]);
  return projectOf({
    'rules/all.yaml': JSON.stringify({ rules: DECLARED }),
    'inboxctl.yaml': JSON.stringify({
      version: 1,
      ignore: ['Ignored'],
      guard: { maxDeletes: 10 },
      accounts: Object.fromEntries(accounts),
    }),
  });
}

/** What tells rules apart here. */
function shown({ name, condition, actions }: Pick<WireRule, 'name' | 'condition' | 'actions'> | Rule): string {
  const { aiInstructions, static: matchers } = condition;
  return JSON.stringify([name, aiInstructions ?? null, matchers?.from ?? null, actions[0]?.fields.label]);
}

function expectNothingLost({ service, before }: Scenario): void {
  const rules = service.rules();
  const names = rules.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
  const now = new Map(rules.map((one) => [one.id, one]));
  for (const name of ['Ignored', 'Unchanged']) {
    expect(now.get(idOf(name))).toEqual(before.find(({ id }) => id === idOf(name)));
  }
  for (const name of ['Text', 'Old name', 'Other text']) expect(now.has(idOf(name))).toBe(true);
}

function expectConverged(scenario: Scenario): void {
  const { service } = scenario;
  expectNothingLost(scenario);
  const expected = [...LIVE.filter(({ name }) => name === 'Ignored'), ...DECLARED];
  expect(service.rules().map(shown).sort()).toEqual(expected.map(shown).sort());
  expect(service.rule('New name').id).toBe(idOf('Old name'));
}

type Changes = ApplyDocument['changes'];

/** Whether the report says that a change was made; null where it says that nobody knows. */
function saidToBeMade({ status, name }: Changes[number], notices: ApplyDocument['notices']): boolean | null {
  if (status === 'done' || status === 'skipped') return true;
  if (status !== 'failed') return false;
  const notice = notices.find(({ code, rule: about }) => code === 'change-failed' && about === name);
  if (notice === undefined) throw new Error(`Nothing is said of ${name}`);
  const { message } = notice;
  const found = (['not-made', 'otherwise'] as const).filter((one) => message.includes(FOUND[one]));
  const isUnknown = message.includes(OUTCOME_UNKNOWN);
  expect({ message, said: found.length + (isUnknown ? 1 : 0) <= 1 }).toEqual({ message, said: true });
  return isUnknown || found[0] === 'otherwise' ? null : false;
}

function isMade({ op, name, id }: Changes[number], { service }: Scenario): boolean {
  const rules = service.rules();
  if (op === 'delete') return rules.every((one) => one.id !== id);
  const wanted = DECLARED.find((one) => one.name === name);
  const live = rules.filter((one) => (op === 'create' ? one.name === name : one.id === id));
  return wanted !== undefined && live.length === 1 && live.map(shown)[0] === shown(wanted);
}

/** Holds each change of a report against the inbox as it is right after it; gives whether all of them were made. */
function expectTruth(scenario: Scenario, document: ApplyDocument): boolean {
  const ofAccount = ({ account }: { account?: string | undefined }) => account === scenario.account;
  const changes = document.changes.filter(ofAccount);
  const notices = document.notices.filter(ofAccount);
  expect(changes.length).toBe(notices.some(({ code }) => code === 'service-failed') && changes.length === 0 ? 0 : 9);
  for (const change of changes) {
    const said = saidToBeMade(change, notices);
    const { op, name, status } = change;
    if (said !== null)
      expect({ op, name, status, made: isMade(change, scenario) }).toEqual({ op, name, status, made: said });
  }
  expectNothingLost(scenario);
  return changes.length === 9 && changes.every(({ status }) => status === 'done' || status === 'skipped');
}

let count = 0;
afterAll(() => say(`fault matrix: ${count} scenarios`));

describe.each(FAULT_KIND_NAMES)('%s', (kind) => {
  // What hangs is given up soon, and nothing else is, however slow the machine.
  const timeout = HANGS.includes(kind) ? ['--timeout', '5'] : [];
  const apply = ['apply', '--yes', '--format', 'json'];

  async function applied(retryFor: number) {
    const scenarios = await scenariosOf(kind, retryFor);
    const cwd = projectFor(scenarios);
    const env = Object.fromEntries(scenarios.map(({ account }) => [variableOf(account), keyOf(account, retryFor)]));
    const more = [...timeout, '--retry-for', String(retryFor)];
    const { code, stdout, stderr } = await inboxctl([...apply, ...more], { cwd, env });
    expect({ stderr, json: stdout.startsWith('{') }).toMatchObject({ json: true });
    for (const { service, faults } of scenarios) {
      // No scenario is about nothing.
      const happened = service.requests.flatMap(({ fault }) => fault ?? []);
      expect(happened).toContain(faults[0]);
    }
    count += scenarios.length;
    return { scenarios, code, document: applyDocument.parse(JSON.parse(stdout)), cwd, env };
  }

  async function withoutTries() {
    const { scenarios, code, document, cwd, env } = await applied(0);
    const areMade = scenarios.map((scenario) => expectTruth(scenario, document));
    const isWhole = areMade.every((made) => made) && document.outcome === 'converged';
    expect(code).toBe(isWhole ? 0 : 1);
    if (!isWhole) {
      const again = await inboxctl(apply, { cwd, env });
      expect(again).toMatchObject({ code: 0 });
      expect(applyDocument.parse(JSON.parse(again.stdout)).outcome).toBe('converged');
    }
    for (const scenario of scenarios) expectConverged(scenario);
    expect(await inboxctl(['plan', '--detailed-exitcode'], { cwd, env })).toMatchObject({ code: 0 });
  }

  async function withTries() {
    const { scenarios, code, document } = await applied(60);
    // Something else in the place of the rules at the very beginning: most likely the address is wrong, and it is not tried
    // again. A redirect will not pass by itself, wherever it comes; only where it is the last read, all was made before.
    const isLost = ({ account }: Scenario) =>
      kind === 'redirect'
        ? !account.startsWith('get-3-')
        : NOT_OF_THE_SERVICE.includes(kind) && account.startsWith('get-1-');
    const lost = scenarios.filter(isLost);
    const expected = lost.length > 0 ? { code: 1, outcome: 'partial' } : { code: 0, outcome: 'converged' };
    expect({ code, outcome: document.outcome }).toEqual(expected);
    for (const scenario of scenarios) {
      expect(expectTruth(scenario, document)).toBe(!lost.includes(scenario));
      if (!lost.includes(scenario)) expectConverged(scenario);
    }
  }

  // Both mostly wait: they go on at the same time.
  it('is told as it is where nothing is tried again, and leaves nothing to do where it is', async () => {
    await Promise.all([withoutTries(), withTries()]);
  });
});
