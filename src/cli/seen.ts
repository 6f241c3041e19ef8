/** What a word of a command line names in the project: found by looking there, not by a list of words. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { refsOf } from '../source/git/run.ts';
import { findRuleFiles } from '../source/load/find-files.ts';
import { PROJECT_FILE } from '../source/load/project-file.ts';
import { isInside } from '../source/paths.ts';
import type { Command } from './command.ts';
import type { Io } from './io.ts';
import { openSettings } from './session/settings.ts';

/** What a mistake is compared with: the commands, and the option for what the project calls so, such as a few rules of a file. */
export interface Known {
  commands: readonly Command[];
  look: (word: string) => { option: string; names: string[] } | null;
}

/** Looks from a folder. In a project with mistakes in its settings nothing is found. */
export function lookFrom(io: Io, args: { directory?: string }): Known['look'] {
  return (word) => {
    try {
      const project = openSettings(io, args);
      const at = path.resolve(project.cwd, word);
      const roots = project.accounts.flatMap(({ rules }) => rules.map((root) => path.resolve(project.home, root)));
      const declared = findRuleFiles(roots, project).files.flatMap((file) => {
        const names = readFileSync(file.path, 'utf8').matchAll(/^ {0,4}(?:- )?name: +(["']?)(.+?)\1(?: +#.*)?$/gm);
        return [...names].map(([, , name = '']) => ({ path: file.path, name }));
      });
      const meant = declared.filter((rule) => rule.name === word || isInside(rule.path, at));
      if (project.accounts.some(({ name }) => name === word)) return { option: '--account', names: [word] };
      if (meant.length > 0 && meant.length < 10) return { option: '--only', names: meant.map(({ name }) => name) };
      if (existsSync(path.join(at, PROJECT_FILE))) return { option: '--directory', names: [word] };
      return refsOf(io.env, project.home).includes(word) ? { option: '--base', names: [word] } : null;
    } catch {
      return null;
    }
  };
}
