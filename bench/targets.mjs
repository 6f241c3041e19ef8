// What is measured, in the order in which it is shown, and what it may be at most.

/** Each by its name: what is timed, against what, in which unit, and the most that is allowed. */
export const TARGETS = {
  version: { what: '`--version`', against: '`node -e 0`', atMost: 1.3 },
  help: { what: '`--help`', against: '`node -e 0`', atMost: 1.6 },
  'plan-12': { what: '`plan` of 12 rules, no change', against: 'floor', atMost: 1.5 },
  'plan-1000': { what: '`plan` of 1,000 rules, no change', against: 'floor', atMost: 1.3 },
  'memory-1000': { what: 'its peak memory', against: 'floor', atMost: 1.4 },
  'plan-10000': { what: '`plan` of 10,000 rules, no change', against: 'floor', atMost: 1.3 },
  'memory-10000': { what: 'its peak memory', against: 'floor', atMost: 1.4 },
  growth: {
    what: 'growth of time from 1,000 to 10,000 rules',
    against: 'exponent',
    unit: '',
    atMost: 1.1,
    digits: 1,
  },
  'long-line': {
    what: '`plan` that deletes a rule of 5 MB of Chinese in one line, the slowest format',
    against: 'none',
    unit: 's',
    atMost: 2,
  },
  creates: { what: '`apply` of 1,000 creates, 8 at once, 50 ms', against: 'bare undici pool', atMost: 1.05 },
  ...limits('creates', 10),
  ...limits('creates', 20),
  ...limits('creates', 50),
  ...limits('replaces', 10),
  inboxes: { what: '`plan` of 1,000 inboxes that share 50 rules, 20 ms', against: 'waves', atMost: 1.3 },
  bundle: { what: '`plan` of 400 inboxes whose keys are one bundle', against: 'their variables', atMost: 1.05 },
  tests: { what: '`test` of 10,000 tests on 200 rules', against: 'none', unit: 's', atMost: 2 },
  'tests-growth': growth('1,000 to 10,000 tests'),
  samples: {
    what: '`plan` of 1,000 rules, 100 to replace, with 500 sample mails',
    against: 'without them',
    atMost: 1.2,
  },
  'samples-growth': growth('500 to 5,000 sample mails'),
  mail: { what: '`explain --mail` of a mail of 20 MB', against: 'none', unit: 's', atMost: 1 },
  mailbox: { what: '`explain --mails` with 10 rules, an mbox of 1 GB', against: '`grep -c`', atMost: 6 },
  'mailbox-rules': { what: '`explain --mails` with 200 rules, an mbox of 1 GB', against: '`grep -c`', atMost: 15 },
  'mailbox-memory': { what: 'its peak memory', against: 'none', unit: 'MiB', atMost: 150, digits: 0 },
  'mailbox-growth': growth('100 MB to 1 GB of mails'),
};

function growth(from) {
  return { what: `growth of time from ${from}`, against: 'exponent', unit: '', atMost: 1.2, digits: 1 };
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
  return Number(shown(name, measured)) > TARGETS[name].atMost;
}

/** A measured value as it is shown: the digits that it is worth. */
export function shown(name, measured) {
  const { digits, unit } = TARGETS[name];
  const text = measured.toFixed(digits ?? (unit === 'ms' ? 0 : 2));
  return Number(text) === 0 ? text.replace('-', '') : text;
}
