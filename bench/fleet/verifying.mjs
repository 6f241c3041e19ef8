// What must be true of a fleet after a command: nobody was left out, the good ones are as they should be, and each bad one
// is told under its own name for its own reason.

/** Codes of inboxctl, the first of which a shard ends with where it has several. */
const FIRST_OF = [3, 1, 4];

/** Takes what the shards gave for `plan` (which shard has which account is in them) or `apply`; gives everything that is wrong. */
export function problemsOf(command, shards, members, { changes }) {
  return shards.flatMap(({ code, document }, index) => {
    const own = members[index];
    const expected = FIRST_OF.find((one) => own.some(({ exit }) => exit?.[command] === one)) ?? 0;
    const wrongCode = code === expected ? [] : [`shard ${index + 1}: ${command} ended with ${code}, not ${expected}`];
    return [...wrongCode, ...problemsOfMembers(command, document, own, { changes })];
  });
}

/** Takes a document that has these members; gives what is wrong with it. */
export function problemsOfMembers(command, document, members, { changes }) {
  const said = saidOf(document);
  return members.flatMap((member) => problemsOfMember(command, member, said, changes));
}

function problemsOfMember(command, { name, way, says, exit, rulesOf }, said, changes) {
  const { texts = [], statuses = [] } = said.get(name) ?? {};
  if (way !== null && exit[command] !== null) {
    return texts.some((text) => says.test(text))
      ? []
      : [`${name} (${way}) is said to be: ${texts.join('; ') || 'nothing'}`];
  }
  if (texts.length > 0) return [`${name} (${way ?? 'good'}) is said to be: ${texts.join('; ')}`];
  // Where nothing can be written, the rules are missing still.
  const expected = rulesOf === 'behind' && (changes || way !== null) ? 2 : 0;
  const isDone = command === 'plan' || statuses.every((status) => status === 'done');
  return statuses.length === expected && isDone
    ? []
    : [`${name}: ${statuses.length} changes (${statuses}), not ${expected}`];
}

/** By account (null: of none): every error that is said of it, and the status of each of its changes. */
function saidOf({ accounts = [], changes, notices }) {
  const said = new Map();
  const of = (name) => {
    if (!said.has(name)) said.set(name, { texts: [], statuses: [] });
    return said.get(name);
  };
  for (const { name, error } of accounts) if (error !== undefined) of(name).texts.push(error.message);
  for (const { account, severity, message } of notices) {
    if (severity === 'error') of(account ?? null).texts.push(message);
  }
  for (const { account, status = 'planned', error } of changes) {
    of(account).statuses.push(status);
    if (error !== undefined) of(account).texts.push(error.message);
  }
  return said;
}

/** Takes the plans of all shards; gives which members of the fleet each has. Throws unless each is in exactly one. */
export function membersOf(shards, fleet) {
  const byName = new Map(fleet.map((member) => [member.name, member]));
  const names = shards.map(({ document }) => document.accounts.map(({ name }) => name));
  const all = names.flat();
  if (new Set(all).size !== fleet.length || all.length !== fleet.length) {
    throw new Error(`${all.length} accounts in the plans of all shards, ${fleet.length} in the fleet`);
  }
  return names.map((own) => own.map((name) => byName.get(name)));
}
