/** The metrics that docs/accounts-and-shards.md makes of a run: as Prometheus reads them, and without a complaint of its linter. */
import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { inboxctl } from '../harness/inboxctl.ts';
import { installed, unpacked } from '../harness/installed.ts';
import { projectOf, serve } from '../harness/project.ts';
import { blocksOf } from './pages.ts';

const [RECIPE = ''] = blocksOf('docs/accounts-and-shards.md').flatMap(({ text }) =>
  text.includes('inboxctl.prom') ? [text.slice(text.indexOf('jq -r'))] : [],
);

/** What the recipe makes of the JSON of an apply. */
function metricsOf(applied: string): string {
  installed('jq');
  const cwd = projectOf({ 'apply.json': applied });
  execFileSync('bash', ['-c', `set -e\n${RECIPE}\ncat inboxctl.prom`], { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
  return execFileSync('cat', ['inboxctl.prom'], { cwd, encoding: 'utf8' });
}

/** What promtool says of metrics, and its exit code. */
function checked(metrics: string): { status: number | null; says: string } {
  const promtool = unpacked('prometheus', 'usr/bin/promtool');
  const { status, stdout, stderr } = spawnSync(promtool, ['check', 'metrics'], { input: metrics, encoding: 'utf8' });
  return { status, says: stdout + stderr };
}

const account = (name: string, key: string) => `  ${name}: { apiKey: { env: INBOXCTL_${key} } }\n`;
const rule = (name: string) => `name: ${name}\ncondition: { aiInstructions: x }\nactions: [{ type: STAR }]\n`;

it('are what promtool accepts, whatever became of the run', async () => {
  const service = await serve({
    seed: {
      inboxes: [{ name: 'one', rules: [] }],
      keys: [{ key: 'key-of-the-first', inbox: 'one', scopes: ['RULES_READ', 'RULES_WRITE'] }],
    },
    faults: ['POST /rules 429 @1'],
  });
  const cwd = projectOf({
    'inboxctl.yaml': `accounts:\n${account('zürich@example.com', 'A')}${account('b', 'B')}${account('c', 'C')}`,
    'rules/a.yaml': [rule('A'), rule('B')].join('---\n'),
  });
  const env = { INBOXCTL_BASE_URL: service.baseUrl, INBOXCTL_A: 'key-of-the-first', INBOXCTL_B: 'key-of-nobody' };
  const apply = async (...words: string[]) => {
    return (await inboxctl(['apply', '--yes', '--format', 'json', ...words], { cwd, env })).stdout;
  };
  const metrics = metricsOf(await apply());
  expect(checked(metrics)).toEqual({ status: 0, says: '' });
  const samples = metrics.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  expect(samples.map((line) => line.replace(/ \d{10}$/, ' TIME'))).toEqual([
    'inboxctl_converged 0',
    'inboxctl_start_time_seconds{account="b"} TIME',
    'inboxctl_start_time_seconds{account="zürich@example.com"} TIME',
    'inboxctl_end_time_seconds{account="b"} TIME',
    'inboxctl_end_time_seconds{account="zürich@example.com"} TIME',
    'inboxctl_requests{account="b"} 1',
    'inboxctl_requests{account="c"} 0',
    'inboxctl_requests{account="zürich@example.com"} 5',
    'inboxctl_retries{account="b"} 0',
    'inboxctl_retries{account="c"} 0',
    'inboxctl_retries{account="zürich@example.com"} 1',
    'inboxctl_changes{account="zürich@example.com",status="done"} 2',
  ]);
  const again = metricsOf(await apply('--account', 'zürich@example.com'));
  expect([checked(again).status, again.includes('inboxctl_converged 1\n')]).toEqual([0, true]);
  // A run that could not begin.
  writeFileSync(path.join(cwd, 'rules/a.yaml'), 'name: A\n');
  const broken = metricsOf(await apply());
  expect([checked(broken).status, broken.includes('inboxctl_converged 0\n')]).toEqual([0, true]);
});

it('promtool finds a mistake', () => {
  expect(checked('# HELP a_total b\n# TYPE a_total gauge\na_total 1\n').status).toBe(3);
  expect(checked('inboxctl_requests{account="a} 1\n').status).toBe(1);
});
