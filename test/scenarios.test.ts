/**
 * Each folder below scenarios/ is a whole story: rules/ and live.json make plan.json and plan.txt, and plan.md where the
 * Markdown matters; the apply makes after.json; and a second plan finds nothing, or what the first one refused. Where services could make a difference,
 * all three profiles of the sandbox must tell it alike; RUNS above 1 tells every story on all of them.
 * UPDATE=1 writes the goldens anew, to be looked at in the diff.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { WireRule } from '../src/sandbox/wire.ts';
import { atAddress } from './harness/at-address.ts';
import { inboxctl } from './harness/inboxctl.ts';
import { projectOf, serve, write } from './harness/project.ts';
import { IS_NIGHT } from './harness/runs.ts';

interface Story {
  about: string;
  /** Exit code of the first plan; 0 unless given. */
  planExit?: number;
  /** Exit code of the apply, which leaves what the next plan shows again; 0 unless given: then nothing is left. */
  applyExit?: number;
  /** Flags of the apply. */
  applyArgs?: string[];
  /** Variables that are set. */
  env?: Record<string, string>;
  /** Files as they were committed once. */
  history?: Record<string, string>;
  /** Whether services could make a difference. */
  onAllProfiles?: boolean;
}

const ROOT = path.resolve(import.meta.dirname, 'scenarios');
const UPDATE = process.env.UPDATE === '1';
const PROFILES = ['newer', 'older', 'spec'] as const;
const scenarios = readdirSync(ROOT).sort();

it('there are scenarios', () => {
  expect(scenarios.length).toBeGreaterThan(15);
});

describe.each(scenarios)('%s', (name) => {
  const folder = path.join(ROOT, name);
  const story: Story = JSON.parse(readFileSync(path.join(folder, 'story.json'), 'utf8'));

  const profiles = PROFILES.slice(0, IS_NIGHT || story.onAllProfiles === true ? undefined : 1);

  it.each(profiles)('profile %s', async (profile) => {
    const seed: unknown = JSON.parse(readFileSync(path.join(folder, 'live.json'), 'utf8'));
    const service = await serve({ profile, seed });
    const cwd = projectOf(folder);
    if (story.history !== undefined) commit(cwd, story.history);
    const env = { ...service.env, ...story.env };
    const run = (...args: string[]) => inboxctl(args, { cwd, env });
    const planned = await run('plan', '--output', 'planned.json');
    expect(planned).toMatchObject({ code: story.planExit ?? 0 });
    const document = readFileSync(path.join(cwd, 'planned.json'), 'utf8');
    const portable = atAddress('http://127.0.0.1:4747/api/v1', document);
    golden(folder, 'plan.json', portable(document));
    golden(folder, 'plan.txt', portable(planned.stdout));
    // Made from plan.json, which is the same on all of them.
    if (profile === 'newer' && existsSync(path.join(folder, 'plan.md'))) {
      const markdown = await run('plan', '--format', 'markdown');
      expect(markdown).toMatchObject({ code: story.planExit ?? 0 });
      golden(folder, 'plan.md', portable(markdown.stdout));
    }

    // One at a time: the order in which the service has made them stands in the golden.
    const applied = await run('apply', '--yes', '--concurrency', '1', ...(story.applyArgs ?? []));
    expect(applied).toMatchObject({ code: story.applyExit ?? 0 });
    golden(folder, 'after.json', `${JSON.stringify(service.rules().map(withoutChance), null, 2)}\n`);

    const again = await run('plan', '--detailed-exitcode');
    expect(again).toMatchObject({ code: story.applyExit ?? 0 });
    if (story.applyExit === undefined) expect(again.stdout).toMatch(/No changes/);
  });
});

/** Makes the folder a git repository, whose first commit has these files instead of its own. */
function commit(cwd: string, files: Record<string, string>): void {
  const own = new Map(Object.keys(files).map((name) => [name, readFileSync(path.join(cwd, name), 'utf8')]));
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], { cwd });
  git('init', '--quiet');
  for (const state of [new Map(Object.entries(files)), own]) {
    for (const [name, text] of state) write(cwd, name, text);
    git('add', '--all');
    git('commit', '--quiet', '--message', 'As it is');
  }
}

/** A live rule without what differs by profile or by run: ids, times, switches, and an operator that nobody set. */
function withoutChance({ id: _id, createdAt: _created, updatedAt: _updated, enabled: _enabled, ...rule }: WireRule) {
  const { conditionalOperator } = rule.condition;
  return { ...rule, condition: { ...rule.condition, conditionalOperator: conditionalOperator ?? 'AND' } };
}

function golden(folder: string, name: string, text: string): void {
  const file = path.join(folder, name);
  if (UPDATE) writeFileSync(file, text);
  expect(existsSync(file) ? readFileSync(file, 'utf8') : '').toBe(text);
}
