/** Each arrow of the diagram in docs/github-trust.md is walked: the state after it is told by what the action says. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ActionEnd } from '../harness/action.ts';
import type { PullState } from '../harness/github/repository.ts';
import { inboxctl } from '../harness/inboxctl.ts';
import { type ApplyWorld, applying, endOf, live, resultIn, rule } from './apply-world.ts';

const FILE = 'rules/a.yaml';

/** One rule, a pull request that changes it, and what the last run of the action said. */
interface Walk {
  world: ApplyWorld;
  pull: PullState;
  /** A pull request that changes no rule. */
  other?: PullState;
  commits?: readonly string[];
  last?: ActionEnd;
}

const edit = ({ world: { service } }: Walk, text: string) => {
  const there = service.rule('A');
  service.put({ ...there, condition: { ...there.condition, aiInstructions: `find ${text}` } });
};
const drift = ({ world }: Walk) => world.apply([], { event: 'schedule', inputs: { mode: 'drift' } });
const commentOf = ({ world, pull }: Walk) => world.comment(pull).body;

/** The pull request is merged, if it is not yet, and the push is applied: for an approved plan, or any. */
async function mergedAndApplied(walk: Walk, review: string) {
  walk.commits ??= walk.world.github.merge(walk.pull.number);
  return endOf(await walk.world.apply(walk.commits, { inputs: { review } }));
}

const STEPS = {
  push: async (walk: Walk) => {
    walk.pull = walk.world.github.addPullRequest({ files: { [FILE]: rule('A', 'new') } });
  },
  plan: (walk: Walk) => walk.world.replan(walk.pull, {}),
  'another plan': (walk: Walk) => walk.world.replan(walk.pull, { [FILE]: rule('A', 'newer') }),
  approve: async ({ world, pull }: Walk) => world.github.review(pull.number, 'bob'),
  merge: async (walk: Walk) => {
    walk.commits = walk.world.github.merge(walk.pull.number);
  },
  apply: async (walk: Walk) => {
    walk.last = await walk.world.apply(walk.commits ?? []);
  },
  'web edit': async (walk: Walk) => edit(walk, 'tuned'),
  'by hand': async (walk: Walk) => {
    walk.last = await walk.world.byHand({ only: 'A' });
  },
  undo: async (walk: Walk) => {
    const { github, apply } = walk.world;
    github.addRun(1);
    const undo = { mode: 'rollback', 'run-file': walk.last?.outputs['run-file'] ?? '', 'run-id': '1' };
    const { outputs } = await apply([], { event: 'workflow_dispatch', inputs: undo });
    await apply([], { event: 'workflow_dispatch', inputs: { ...undo, expect: outputs.digest ?? '' } });
  },
  'other plan': async (walk: Walk) => {
    walk.other = await walk.world.reviewed({ 'README.md': 'Words.\n' });
  },
  'other merge': async (walk: Walk) => {
    const { github, apply } = walk.world;
    await apply(github.merge(walk.other?.number ?? 0));
  },
  pull: async (walk: Walk) => {
    const { cwd, github, service } = walk.world;
    // It checks the default branch out.
    await drift(walk);
    expect(await inboxctl(['pull'], { cwd, env: service.env })).toMatchObject({ code: 0 });
    github.push('main', { [FILE]: readFileSync(`${cwd}/${FILE}`, 'utf8') });
  },
  ignore: async ({ world: { github } }: Walk) => {
    const settings = 'ignoreDifferences: [{ rule: A, fields: [condition/aiInstructions] }]\n';
    github.push('main', { 'inboxctl.yaml': settings });
  },
  revert: async (walk: Walk) => edit(walk, 'old'),
} satisfies Record<string, (walk: Walk) => Promise<unknown>>;

/** How the action tells a state. */
const TELLS: Record<string, (walk: Walk) => Promise<void>> = {
  proposed: async ({ world, pull }) => expect(world.github.comments(pull.number)).toEqual([]),
  shown: async (walk) => {
    expect(commentOf(walk)).toContain('### Plan: 0 to create, 1 to replace, 0 to delete');
    expect((await mergedAndApplied(walk, 'approved')).message).toContain('since no approval covers it: replace "A".');
  },
  approved: async (walk) => expect(await mergedAndApplied(walk, 'approved')).toMatchObject({ code: 0 }),
  merged: async (walk) => {
    expect((await drift(walk)).summary).toContain(`Merged in \`#${walk.pull.number}\`, and not made**: \`A\``);
  },
  edited: async (walk) => {
    const { reason, message } = await mergedAndApplied(walk, 'shown');
    expect([reason, message]).toEqual(['plan-changed', expect.stringContaining('`only` A:')]);
    expect(resultIn(commentOf(walk))).toContain('1 change shown here is not in the plan of this run');
  },
  made: async (walk) => {
    expect(walk.last?.summary).toContain('Converged');
    expect((await drift(walk)).summary).toContain('The inbox is as its files say');
  },
  drift: async (walk) => {
    await drift(walk);
    const [issue] = walk.world.github.issues();
    expect(issue?.body).toContain('**1 rule is not as in the files**; an apply would replace it: `A`');
    expect(issue?.body).toContain('inboxctl pull');
    expect(issue?.body).not.toContain('Merged in');
  },
  held: async ({ world, other }) => {
    const { body } = world.comment(other ?? expect.fail('There is no other pull request'));
    expect(body).toMatch(/### No changes from here[\s\S]*Not from this change: the inbox differs from `main` already/);
  },
  '[*]': async (walk) => expect((await drift(walk)).summary).toContain('The inbox is as its files say'),
};

/** The steps of each arrow, from the start; the last ones are its own. */
const WALKS: Record<string, (keyof typeof STEPS)[][]> = {
  '[*] --> proposed: push to a branch': [['push']],
  'proposed --> shown: plan': [['push', 'plan']],
  'shown --> approved: approve': [['push', 'plan', 'approve']],
  'shown --> merged: merge': [['push', 'plan', 'merge']],
  'approved --> merged: merge': [['push', 'plan', 'approve', 'merge']],
  'merged --> made: apply': [['push', 'plan', 'merge', 'apply']],
  'shown --> edited: web edit': [['push', 'plan', 'web edit']],
  'approved --> edited: web edit': [['push', 'plan', 'approve', 'web edit']],
  'merged --> edited: web edit': [['push', 'plan', 'merge', 'web edit']],
  'edited --> made: by hand, once merged': [
    ['push', 'plan', 'web edit', 'merge', 'by hand'],
    ['push', 'plan', 'merge', 'web edit', 'apply', 'by hand'],
  ],
  'made --> drift: web edit, or undo': [
    ['push', 'plan', 'merge', 'apply', 'web edit'],
    ['push', 'plan', 'merge', 'apply', 'undo'],
  ],
  '[*] --> drift: web edit': [['web edit']],
  'drift --> held: plan of a pull request': [['web edit', 'other plan']],
  'drift --> [*]: pull, ignore or revert': [
    ['web edit', 'pull'],
    ['web edit', 'ignore'],
    ['web edit', 'revert'],
  ],
  'held --> drift: merge': [['web edit', 'other plan', 'other merge']],
  'drift --> made: by hand': [['web edit', 'by hand']],
  'edited --> shown: plan again': [['push', 'plan', 'web edit', 'plan']],
  'approved --> shown: the plan changes': [
    ['push', 'plan', 'approve', 'another plan'],
    ['push', 'plan', 'approve', 'web edit', 'plan'],
  ],
};

const diagram = /```mermaid\n([\s\S]*?)```/.exec(readFileSync('docs/github-trust.md', 'utf8'))?.[1] ?? '';
const arrows = [...diagram.matchAll(/^ +(.+ --> .+)$/gm)].map(([, arrow = '']) => arrow);

it('every arrow of the diagram has a walk', () => {
  expect(arrows).toEqual(Object.keys(WALKS));
});

describe.each(arrows)('%s', (arrow) => {
  const walks = (WALKS[arrow] ?? []).map((steps) => ({ steps, title: steps.join(', ') }));
  it.each(walks)('$title', async ({ steps }) => {
    const world = await applying({ files: { [FILE]: rule('A', 'old') }, rules: [live('A')] });
    const walk: Walk = { world, pull: undefined as never };
    for (const step of steps) await STEPS[step](walk);
    const to = / --> (.+): /.exec(arrow)?.[1] ?? '';
    await (TELLS[to] ?? expect.fail(`How the state ${to} is told`))(walk);
  });
});
