// How fast an apply writes: against the least time there is, and against a bare pool of connections that does the same
// POSTs; then under limits of so many requests a second, of which the service gives no hint but 429; and what it holds.
import { APPLY, AT_ONCE, apply, changedSeed, commandIn, post, projectOf, rulesUpTo } from './applying.mjs';
import { median, peak } from './measuring.mjs';
import { bundleSandbox, onSandbox } from './watched-sandbox.mjs';

/** In ms. */
const LATENCY = 50;

/** 1,000 creates, 8 at once. In each round inboxctl and the bare pool take turns on sandboxes of their own. */
async function* atFullSpeed(surroundings) {
  const writes = 1_000;
  const rules = rulesUpTo(writes);
  const bundle = await bundleSandbox(surroundings.home);
  const rounds = [];
  for (let round = 0; round < surroundings.rounds(3); round += 1) {
    const { requests: bare } = await onSandbox(bundle, { latencyMs: LATENCY }, (url) => post(url, rules));
    const { requests: ours } = await onSandbox(bundle, { latencyMs: LATENCY }, (url) =>
      apply(projectOf(surroundings, url, rules)),
    );
    rounds.push({ bare: writeTime(bare), ours: writeTime(ours), requests: ours.length });
  }
  const least = (writes * LATENCY) / AT_ONCE;
  yield ['creates', median(rounds.map(({ ours }) => ours / least))];
  yield ['creates-pool', median(rounds.map(({ ours, bare }) => ours / bare))];
  yield ['creates-requests', median(rounds.map(({ requests }) => requests / writes))];
}

/** 500 writes under a limit, whose burst is one second's worth: the sandbox's own default. */
function under(kind, rate) {
  const name = `${kind}-${rate}`;
  async function* measure(surroundings) {
    const rules = rulesUpTo(500);
    const seed = kind === 'replaces' ? changedSeed(rules) : undefined;
    const options = { latencyMs: LATENCY, ratePerSecond: rate, seed };
    const bundle = await bundleSandbox(surroundings.home);
    const { requests: log } = await onSandbox(bundle, options, (url) => apply(projectOf(surroundings, url, rules)));
    const least = ((rules.length - rate) / rate) * 1_000;
    const refused = log.filter(({ status }) => status === 429).length;
    yield [name, writeTime(log) / least];
    yield [`${name}-refused`, refused / log.length];
    yield [`${name}-sent`, (log.length - refused) / rules.length];
  }
  return { names: [name, `${name}-refused`, `${name}-sent`], measure };
}

/**
 * What each further change takes at the peak of an apply, against what it takes at the peak of the plan of the same
 * changes: 1 is an apply that holds nothing of a change but the plan's.
 */
async function* growthOfMemory(surroundings) {
  const bundle = await bundleSandbox(surroundings.home);
  const peaks = {};
  for (const count of [1_000, 10_000]) {
    const rules = rulesUpTo(count);
    const options = { seed: changedSeed(rules) };
    const runs = { plan: [], apply: [] };
    for (let round = 0; round < surroundings.rounds(3); round += 1) {
      await onSandbox(bundle, options, (url) => {
        const project = projectOf(surroundings, url, rules);
        runs.plan.push(peak(...commandIn(project, ['plan', '--quiet'])));
        runs.apply.push(peak(...commandIn(project, APPLY)));
      });
    }
    peaks[count] = { plan: median(runs.plan), apply: median(runs.apply) };
  }
  const grown = (command) => peaks[10_000][command] - peaks[1_000][command];
  yield ['apply-memory', grown('apply') / grown('plan')];
}

/** From when the first write came to when the last one was answered, in ms. */
function writeTime(log) {
  const times = log.filter(({ method }) => method !== 'GET').map(({ at }) => at);
  return Math.max(...times) - (Math.min(...times) - LATENCY);
}

const FULL_SPEED = ['creates', 'creates-pool', 'creates-requests'];
export const creates = { names: FULL_SPEED, measure: atFullSpeed };
export const limited = [under('creates', 10), under('creates', 20), under('creates', 50), under('replaces', 10)];
export const memory = { names: ['apply-memory'], measure: growthOfMemory };
