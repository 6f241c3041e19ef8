// How fast an apply writes: against a bare pool of connections that does the same POSTs; then under limits of so many
// requests a second, of which the service gives no hint but 429.
import { apply, changedSeed, post, projectOf, rulesUpTo } from './applying.mjs';
import { median } from './measuring.mjs';
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
    rounds.push(writeTime(ours) / writeTime(bare));
  }
  yield ['creates', median(rounds)];
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

/** From when the first write came to when the last one was answered, in ms. */
function writeTime(log) {
  const times = log.filter(({ method }) => method !== 'GET').map(({ at }) => at);
  return Math.max(...times) - (Math.min(...times) - LATENCY);
}

export const creates = { names: ['creates'], measure: atFullSpeed };
export const limited = [under('creates', 10), under('creates', 20), under('creates', 50), under('replaces', 10)];
