// The fleet: its inboxes as the sandbox has them, and the project that declares the same rules for all of them.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ruleNumber, writeProject } from '../projects.mjs';
import { FAILING } from './failing.mjs';

const RULES = 50;

/** Gives the members of a fleet: one in a hundred fails in one of the ways, in turn; one in twenty lacks two rules. */
export function fleetOf(count) {
  const ways = Object.keys(FAILING);
  return Array.from({ length: count }, (_, index) => {
    const number = String(index).padStart(5, '0');
    const way = index % 100 === 7 ? ways[Math.floor(index / 100) % ways.length] : null;
    const rulesOf = index % 20 === 3 ? 'behind' : 'as-declared';
    return {
      name: `inbox-${number}`,
      variable: `INBOXCTL_KEY_${number}`,
      key: `key-of-inbox-${number}`,
      way,
      rulesOf,
      ...FAILING[way],
    };
  });
}

/** Options of the sandbox for a fleet. */
export function sandboxOf(fleet) {
  const declared = Array.from({ length: RULES }, (_, index) => ruleNumber(index));
  const undeclared = Array.from({ length: RULES }, (_, index) => ruleNumber(RULES + index));
  const kinds = [
    { name: 'as-declared', rules: declared },
    { name: 'behind', rules: declared.slice(2) },
    { name: 'ahead', rules: [...declared, ...undeclared] },
  ];
  return {
    seed: {
      inboxes: [...kinds, ...fleet.map(({ name, rulesOf }) => ({ name, rulesOf }))],
      keys: fleet.flatMap(keyOf),
    },
    faults: fleet.flatMap(({ name, fault }) => (fault === undefined ? [] : [`${fault} inbox=${name}`])),
  };
}

function keyOf({ name, key, ofKey }) {
  return ofKey === null ? [] : [{ key, inbox: name, ...ofKey }];
}

/** Writes the project of a fleet, a file for each account; gives the variables that it needs. */
export function writeFleet(folder, fleet) {
  writeProject(folder, RULES);
  for (const name of ['accounts', 'wrong']) mkdirSync(path.join(folder, name));
  writeFileSync(path.join(folder, 'inboxctl.yaml'), 'accounts: accounts\n');
  writeFileSync(
    path.join(folder, 'wrong/rule.yaml'),
    'name: Wrong\ncondition: { aiInstructions: x }\nactions: [{ type: LABLE }]\n',
  );
  for (const { name, variable, account } of fleet) {
    // JSON is YAML.
    writeFileSync(
      path.join(folder, 'accounts', `${name}.yaml`),
      JSON.stringify({ apiKey: { env: variable }, ...account }),
    );
  }
  return Object.fromEntries(fleet.flatMap(({ variable, key, env }) => (env === false ? [] : [[variable, key]])));
}
