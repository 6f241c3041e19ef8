// Plans of many rules: against the least that must be done for so many, and how both grow.
import path from 'node:path';
import { exponents, median, ratio, timed, usualPeak } from './measuring.mjs';
import { KEY, seedOf, startSandbox, writeProject } from './projects.mjs';

/** Starts inboxes of so many rules, each with a project that declares it as it is; gives what `use` gives of them. */
async function withInboxes(inboxes, { program, home, env }, use) {
  const started = [];
  try {
    for (const { count, options } of inboxes) {
      const project = path.join(home, `project-${started.length}`);
      writeProject(project, count);
      started.push({ project, ...(await startSandbox(seedOf(count), { program, home, options })) });
    }
    return use(started, { cwd: home, env: { ...env, INBOXCTL_API_KEY: KEY } });
  } finally {
    for (const { stop } of started) stop();
  }
}

function planOf({ project, baseUrl }, { node, program }) {
  return [node, program, 'plan', '--detailed-exitcode', '-C', project, '--base-url', baseUrl];
}

/** A plan of so many rules against the floor; `usual`: how many rounds. */
function againstFloor(count, usual) {
  const names = [`plan-${count}`, `memory-${count}`];
  async function* measure(surroundings) {
    const { node, floor, rounds } = surroundings;
    yield* await withInboxes([{ count }], surroundings, ([inbox], where) => {
      const plan = planOf(inbox, surroundings);
      const least = [node, floor, inbox.project, inbox.baseUrl];
      const times = timed([plan, least], { ...where, rounds: rounds(usual) });
      return [
        [names[0], ratio(times, 0, 1)],
        [names[1], usualPeak(plan, where) / usualPeak(least, where)],
      ];
    });
  }
  return { names, measure };
}

async function* growthOfTime(surroundings) {
  const sizes = [1, 1_000, 10_000];
  const inboxes = sizes.map((count) => ({ count }));
  const times = await withInboxes(inboxes, surroundings, (started, where) => {
    const plans = started.map((inbox) => planOf(inbox, surroundings));
    return timed(plans, { ...where, rounds: surroundings.rounds(5) });
  });
  yield ['growth', median(exponents(times))];
}

/** A live rule whose instructions are one long line that is not ASCII, which the plan shows whole before it is deleted. */
async function* oneLongLine({ node, program, home, env, rounds }) {
  const aiInstructions = '漢字仮名'.repeat(5_000_000 / 12);
  const rules = [{ name: 'Long', condition: { aiInstructions }, actions: [{ type: 'ARCHIVE' }] }];
  const { baseUrl, stop } = await startSandbox({ rules, keys: [{ key: KEY, inbox: 'default' }] }, { program, home });
  const project = path.join(home, 'long-line');
  writeProject(project, 1);
  const allowed = ['--max-deletes', '1', '-C', project, '--base-url', baseUrl];
  const formats = [['text'], ['text', '--verbose'], ['json'], ['markdown'], ['html']];
  try {
    const plans = formats.map((format) => [node, program, 'plan', '--format', ...format, ...allowed]);
    const where = { cwd: home, env: { ...env, INBOXCTL_API_KEY: KEY } };
    const times = timed(plans, { ...where, rounds: rounds(5) });
    yield ['long-line', Math.max(...plans.map((_, plan) => median(times.map((round) => round[plan])))) / 1_000];
  } finally {
    stop();
  }
}

export const longLine = { names: ['long-line'], measure: oneLongLine };
export const thousand = againstFloor(1_000, 25);
export const tenThousand = againstFloor(10_000, 9);
export const growth = { names: ['growth'], measure: growthOfTime };
