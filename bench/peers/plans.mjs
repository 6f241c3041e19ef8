// The same rules for each of those that plan, and the command that plans them.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ruleNumber, writeProject } from '../projects.mjs';

const RULES = 12;

/** Writes the rules as YAML and as JSON into a folder, one of them (by name) otherwise than the others; gives the folder. */
export function writeRules(folder, changed = null) {
  const rule = (index) => {
    const usual = ruleNumber(index);
    return usual.name === changed ? { ...usual, runOnThreads: !usual.runOnThreads } : usual;
  };
  writeProject(folder, RULES, rule);
  mkdirSync(path.join(folder, 'json'));
  for (let index = 0; index < RULES; index += 1) {
    writeFileSync(path.join(folder, 'json', `rule-${index}.json`), JSON.stringify(rule(index), null, 2));
  }
  return folder;
}

/** The command of each that plans what stands in a folder. */
export function plansIn(folder, { node, program }) {
  const here = import.meta.dirname;
  const playbook = path.join(here, 'plan.yaml');
  return {
    inboxctl: [node, program, 'plan', '-C', folder],
    jq: ['sh', path.join(here, 'plan.sh'), path.join(folder, 'json')],
    ansible: ['ansible-playbook', '-i', 'localhost,', playbook, '-e', `rules=${path.join(folder, 'rules')}`],
  };
}
