/** Keys that every object of JavaScript has are keys of a settings file like any others. */
import { expect, it } from 'vitest';
import { messageOf } from '../../src/diagnostics/describe.ts';
import { parseAccount } from '../../src/source/load/account-files.ts';
import { readProjectFile } from '../../src/source/load/project-file.ts';
import { projectOf } from '../harness/project.ts';

const KEYS = ['__proto__', 'constructor', 'hasOwnProperty', 'toString', 'valueOf', '__defineGetter__'];
const WITH: [string, (key: string) => string][] = [
  ['at the top', (key) => `${key}: x\n`],
  ['in a list', (key) => `${key}: [x]\n`],
  ['in the policy', (key) => `policy: { ${key}: x }\n`],
  ['of an account', (key) => `accounts: { a: { ${key}: x } }\n`],
];

it.each(WITH.flatMap(([where, text]) => KEYS.map((key) => [key, where, text(key)] as const)))(
  '%s %s is not known',
  (key, _, text) => {
    const folder = projectOf({ 'inboxctl.yaml': text });
    const read = readProjectFile(`${folder}/inboxctl.yaml`, folder);
    const problems = 'problems' in read ? read.problems : [];
    expect(problems.map(({ code }) => code)).toEqual(['unknown-key']);
    expect(problems.map((one) => JSON.stringify(messageOf(one).message)).join()).toContain(key);
  },
);

it.each(KEYS)('%s in the file of an account is not known', (key) => {
  const { problems } = parseAccount('accounts/a.yaml', `${key}: x\n`, 'accounts');
  expect(problems.map(({ code }) => code)).toEqual(['unknown-key']);
});
