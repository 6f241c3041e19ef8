import { describe, expect, it } from 'vitest';
import { applyDocument } from '../../src/model/applied.ts';
import { type Fault, faulty } from '../harness/faulty.ts';
import { inboxctl } from '../harness/inboxctl.ts';
import { KEY, projectOf, serve } from '../harness/project.ts';
import type { TestSandboxOptions } from '../harness/sandbox/sandbox.ts';

const rule = (name: string, type = 'ARCHIVE') =>
  `name: ${name}\ncondition: { aiInstructions: find ${name} }\nactions: [{ type: ${type} }]\n`;
const rules = (...names: string[]) => projectOf({ 'rules/all.yaml': names.map((name) => rule(name)).join('---\n') });
const live = (name: string) => ({
  name,
  condition: { conditionalOperator: 'AND', aiInstructions: 'old' },
  actions: [{ type: 'STAR' }],
});

/** Applies to a sandbox whose requests are spoiled as chosen; gives how that ended, and the service. */
async function applied(
  args: readonly string[],
  { cwd, choose, ...options }: TestSandboxOptions & { cwd: string; choose: Parameters<typeof faulty>[1] },
) {
  const service = await serve(options);
  const env = { ...service.env, INBOXCTL_BASE_URL: await faulty(service.baseUrl, choose) };
  const result = await inboxctl(['apply', ...args], { cwd, env });
  return { ...result, service, names: service.rules().map(({ name }) => name) };
}

/** Spoils the second create. */
const second = (fault: Fault) => (method: string, _: string, count: number) =>
  method === 'POST' && count === 2 ? fault : null;

describe('a change that fails', () => {
  const broken = {
    status: 400,
    body: '{"error":{"code":"BAD_REQUEST","message":"Out of luck","hint":"Try later"}}',
  };
  const withFailingSecond = (...args: string[]) =>
    applied(['--yes', '--concurrency', '1', ...args], {
      cwd: rules('A', 'B', 'C', 'D'),
      profile: 'newer',
      choose: second(broken),
    });

  it('does not stop the others, and is told with its reason', async () => {
    const { code, stdout, names } = await withFailingSecond();
    expect(code).toBe(1);
    for (const part of ['"B"', 'rules/all.yaml:5', 'Out of luck']) expect(stdout).toContain(part);
    expect(names).toEqual(['A', 'C', 'D']);
  });

  it('stops the others with --fail-fast', async () => {
    const { code, stdout, names } = await withFailingSecond('--fail-fast', '--format', 'json');
    expect(code).toBe(1);
    const statuses = applyDocument.parse(JSON.parse(stdout)).changes.map(({ status }) => status);
    expect(statuses).toEqual(['done', 'failed', 'not-tried', 'not-tried']);
    expect(names).toEqual(['A']);
  });

  it('is looked up before anything else when its answer was lost, and never made twice', async () => {
    const choose = (method: string): Fault | null => (method === 'POST' ? 'reset-after' : null);
    const { code, stdout, service, names } = await applied(['--yes'], {
      cwd: rules('A', 'B'),
      profile: 'spec',
      choose,
    });
    expect({ code, stdout }).toMatchObject({ code: 0 });
    expect(service.requests.filter(({ method }) => method === 'POST')).toHaveLength(2);
    expect(names).toEqual(['A', 'B']);
  });

  it.each([
    ['POST', [], 'create', 'created'],
    ['PUT', [live('A')], 'replace', 'replaced'],
  ])('says so where a %s was given up and is sent again', async (op, there, what, done) => {
    const { code, stderr } = await applied(['--yes', '--timeout', '1'], {
      cwd: rules('A'),
      profile: 'newer',
      seed: { rules: there },
      choose: (method, _, count) => (method === op && count === 1 ? 'hang' : null),
    });
    expect(stderr).toBe(`\nNo answer to ${what} "A": sending it again\n[1/1] ${done} "A"\n`);
    expect(code).toBe(0);
  });

  it('gives its reason in JSON, without a secret', async () => {
    const error = { code: 'BAD_REQUEST', message: `bad ${KEY}`, hint: 'h' };
    const { code, stdout, stderr } = await applied(['--yes', '--format', 'json'], {
      cwd: rules('A'),
      choose: (method) => (method === 'POST' ? { status: 400, body: JSON.stringify({ error }) } : null),
    });
    expect(code).toBe(1);
    expect(applyDocument.parse(JSON.parse(stdout))).toMatchObject({
      outcome: 'partial',
      changes: [{ name: 'A', status: 'failed', error: { status: 400, code: 'BAD_REQUEST', hint: 'h' } }],
    });
    expect(stdout + stderr).not.toContain(KEY);
  });
});

describe('JSON', () => {
  it.each<[string, string[], number, string, (method: string, path: string, count: number) => Fault | null]>([
    ['the service cannot be read', ['--yes'], 1, 'partial', () => ({ status: 401, body: '{"error":"Invalid"}' })],
    ['there is no terminal to ask on', [], 4, 'refused', () => null],
    [
      'the last read fails',
      ['--yes'],
      1,
      'partial',
      (method, _, count) => (method === 'GET' && count > 1 ? { status: 403, body: '{}' } : null),
    ],
    ['all is well', ['--yes'], 0, 'converged', () => null],
  ])('is the whole document when %s', async (_, more, code, outcome, choose) => {
    const result = await applied(['--format', 'json', ...more], { cwd: rules('A'), choose });
    const document = applyDocument.parse(JSON.parse(result.stdout));
    expect({ code: result.code, outcome: document.outcome }).toEqual({ code, outcome });
    expect(document.notices.some(({ severity }) => severity === 'error')).toBe(code !== 0);
  });
});

describe('lost output', () => {
  it.each(['stdout', 'stderr'] as const)('of %s does not stop an apply midway', async (stream) => {
    const names = Array.from({ length: 12 }, (_, index) => `Rule ${index}`);
    const service = await serve({ latencyMs: 5 });
    await inboxctl(['apply', '--yes'], {
      cwd: rules(...names),
      env: service.env,
      started: (child) => child[stream]?.once('data', () => child[stream]?.destroy()),
    });
    expect(service.rules()).toHaveLength(12);
  });
});

it('says that it waits where the service does not answer, before and while it applies', async () => {
  const faults = ['GET /rules slow=4000 @1', 'POST /rules hang-after @1'];
  const service = await serve({ profile: 'newer', faults });
  const args = ['apply', '--yes', '--timeout', '6', '--retry-for', '30'];
  const { code, stderr } = await inboxctl(args, { cwd: rules('A'), env: service.env });
  expect(stderr).toMatch(/^Reading the live rules, for \d+ s so far\n/);
  expect(stderr).toMatch(/Waiting for an answer of the service, for \d+ s so far\n/);
  expect(code).toBe(0);
});

it.each([['plan'], ['apply', '--yes'], ['list']])(
  'warnings of %s are there before it asks the service',
  async (...args) => {
    const service = await serve({ latencyMs: 60_000 });
    const cwd = projectOf({
      'rules/a.yaml': 'name: A\ncondition: { static: { from: Jane Doe } }\nactions: [{ type: ARCHIVE }]\n',
      'rules/b.json': '{}',
    });
    const { code, stderr } = await inboxctl(args, {
      cwd,
      env: service.env,
      started: (child) => child.stderr?.once('data', () => child.kill('SIGKILL')),
    });
    expect(code).toBeNull();
    expect(stderr).toContain('warning: ');
  },
);

describe('Ctrl-C', () => {
  const many = Array.from({ length: 30 }, (_, index) => `Rule ${String(index).padStart(2, '0')}`);

  it('finishes the requests under way, sends no more and reports', async () => {
    const service = await serve({ latencyMs: 50 });
    const { code, stdout } = await inboxctl(['apply', '--yes', '--concurrency', '1'], {
      cwd: rules(...many),
      env: service.env,
      started: (child) => child.stderr?.once('data', () => child.kill('SIGINT')),
    });
    expect(code).toBe(130);
    expect(stdout).toContain('Interrupted: ');
    const created = service.rules().length;
    expect(created).toBeGreaterThan(0);
    expect(created).toBeLessThan(many.length);
    expect(stdout).toContain(`Done: ${created} created.`);
  });

  it('a second one stops at once', async () => {
    const service = await serve();
    const baseUrl = await faulty(service.baseUrl, (method, _, count) =>
      method === 'POST' && count === 2 ? 'hang' : null,
    );
    const { code, stderr } = await inboxctl(['apply', '--yes'], {
      cwd: rules(...many),
      env: { ...service.env, INBOXCTL_BASE_URL: baseUrl },
      started: (child) => {
        child.stderr?.on('data', (text: Buffer | string) => {
          if (/created|Stopping/.test(String(text))) child.kill('SIGINT');
        });
      },
    });
    expect(code).toBe(130);
    expect(stderr).toContain('inboxctl plan');
  });
});

it.each<[string, Fault]>([
  ['was not carried out, is sent again', { status: 408, body: '{"error":"Request timeout"}' }],
  ['was carried out, is found by a read', { rewrite: () => '{"error":"Request timeout"}', as: 408 }],
])('a write that is answered 408, as by a proxy that waited too long, and %s, and made once', async (_, fault) => {
  const { code, names } = await applied(['--yes'], {
    cwd: rules('A', 'B', 'C'),
    profile: 'spec',
    choose: second(fault),
  });
  expect(code).toBe(0);
  expect(names.sort()).toEqual(['A', 'B', 'C']);
});
