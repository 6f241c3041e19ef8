// What is measured, in the order in which it is shown, and what it may be at most; null: only to be known.
const FEW = '12 rules';

/** Each by its name: what is timed, against what, in which unit, and the most that is allowed. */
export const TARGETS = {
  ...startUp('', ''),
  ...startUp('-certificates', ', NODE_EXTRA_CA_CERTS set'),
  'plan-1000': { what: '`plan` of 1,000 rules, no change', against: 'floor', atMost: 1.2 },
  'plan-1000-lean': { what: 'the same', against: 'lean floor', atMost: null },
  'memory-1000': { what: 'its peak memory', against: 'floor', atMost: 1.3 },
  'plan-10000': { what: '`plan` of 10,000 rules, no change', against: 'floor', atMost: 1.2 },
  'plan-10000-lean': { what: 'the same', against: 'lean floor', atMost: null },
  'memory-10000': { what: 'its peak memory', against: 'floor', atMost: 1.3 },
  growth: {
    what: 'growth of time from 1,000 to 10,000 to 40,000 rules',
    against: 'exponent',
    unit: '',
    atMost: 1,
    digits: 1,
  },
  'long-line': {
    what: '`plan` that deletes a rule of 5 MB of Chinese in one line, the slowest format',
    against: 'none',
    unit: 's',
    atMost: 2,
  },
  latency: { what: '`plan` of 1,000 rules, answers take 150 ms', against: 'none', unit: 'ms', atMost: 45 },
  creates: { what: '`apply` of 1,000 creates, 8 at once, 50 ms', against: 'least', atMost: 1.1 },
  'creates-pool': { what: 'the same', against: 'bare undici pool', atMost: 1.05 },
  'creates-requests': { what: 'its requests', against: 'writes', atMost: 1.05 },
  ...limits('creates', 10),
  ...limits('creates', 20),
  ...limits('creates', 50),
  ...limits('replaces', 10),
  'apply-memory': { what: 'growth of peak memory of `apply`, 1,000 to 10,000 changes', against: '`plan`', atMost: 1.1 },
  inboxes: { what: '`plan` of 1,000 inboxes that share 50 rules, 20 ms', against: 'least', atMost: 1.3 },
  'inboxes-reads': { what: 'how often it reads a rule file', against: 'once', atMost: 1, digits: 0 },
  'inboxes-memory': { what: 'its peak memory', against: '100 inboxes', atMost: 1.1 },
};

/** Commands that do next to nothing, in one of two environments. */
function startUp(ending, where) {
  const against = '`node -e 0`';
  return {
    [`version${ending}`]: { what: `\`--version\`${where}`, against, atMost: 1.15 },
    [`help${ending}`]: { what: `\`--help\`${where}`, against, atMost: 1.45 },
    [`validate${ending}`]: { what: `\`validate\` of ${FEW}${where}`, against, atMost: 1.7 },
    [`plan${ending}`]: { what: `\`plan\` of ${FEW}, no change${where}`, against, atMost: 2 },
    [`plan-floor${ending}`]: { what: 'the same', against: 'floor', atMost: null },
    [`floor${ending}`]: { what: `floor of ${FEW}${where}`, against, atMost: null },
  };
}

/** An apply against a service that lets through so many requests a second and says so by nothing but 429. */
function limits(kind, rate) {
  const name = `${kind}-${rate}`;
  return {
    [name]: { what: `\`apply\` of 500 ${kind}, at most ${rate} a second`, against: 'least', atMost: 1.05 },
    [`${name}-refused`]: { what: 'its answers of 429', against: 'requests', unit: '', atMost: 0.1 },
    [`${name}-sent`]: { what: 'its requests let through', against: 'writes', atMost: 1.05 },
  };
}

/** Takes a target's name and what was measured; gives whether that is more than it may be. Both are compared as shown. */
export function isMissed(name, measured) {
  const { atMost } = TARGETS[name];
  return atMost !== null && Number(shown(name, measured)) > atMost;
}

/** A measured value as it is shown: the digits that it is worth. */
export function shown(name, measured) {
  const { digits, unit } = TARGETS[name];
  const text = measured.toFixed(digits ?? (unit === 'ms' ? 0 : 2));
  return Number(text) === 0 ? text.replace('-', '') : text;
}
