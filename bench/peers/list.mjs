// What people would use instead. Those that can speak this API plan the same 12 rules; of those that cannot, only the
// start compares.

/** Each by its name: what is timed, and what it lacks. */
export const PEERS = {
  inboxctl: { what: '`inboxctl plan`', lacks: '' },
  jq: {
    what: 'a script with curl and jq',
    lacks: 'YAML (its rules are JSON), where in which file, guards, apply, retries',
  },
  ansible: { what: 'an Ansible playbook with `uri`', lacks: 'which value differs, guards, apply, retries' },
  ...coldStarts('inboxctl'),
  ...coldStarts('auth0-deploy-cli'),
  ...coldStarts('checkly'),
  ...coldStarts('wrangler'),
};

function coldStarts(name) {
  return Object.fromEntries(
    ['--version', '--help'].map((flag) => [`${name} ${flag}`, { what: `\`${name} ${flag}\``, lacks: '' }]),
  );
}

/** The commands of npm whose start is timed, at exact versions. */
export const PACKAGES = { 'auth0-deploy-cli': '8.44.0', checkly: '9.5.0', wrangler: '4.164.0' };

/** What keeps them from sending anything about their use, and from asking for news of themselves. */
export const NO_TELEMETRY = {
  CI: 'true',
  DO_NOT_TRACK: '1',
  NO_UPDATE_NOTIFIER: '1',
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  WRANGLER_SEND_ERROR_REPORTS: 'false',
};
