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

/** What a mistake is compared with: the commands, and what the project calls so, such as `--only` and the rules of a file. */
export interface Known {
  commands: readonly Command[];
  look: (word: string) => [option: string, ...names: string[]] | null;
}

/** Looks from a folder. In a project with mistakes in its settings nothing is found. */
export function lookFrom(io: Io, args: { directory?: string }): Known['look'] {
  return (word) => {
    try {
      const project = openSettings(io, args);
      const at = path.resolve(project.cwd, word);
      if (project.accounts.some(({ name }) => name === word)) return ['--account', word];
      const roots = project.accounts.flatMap(({ rules }) => rules.map((root) => path.resolve(project.home, root)));
      const meant = findRuleFiles(roots, project).files.flatMap(({ path: file }) => {
        const names = readFileSync(file, 'utf8').matchAll(/^ {0,4}(?:- )?name: +(["']?)(.+?)\1(?: +#.*)?$/gm);
        const all = [...names].map(([, , name = '']) => name);
        return isInside(file, at) ? all : all.filter((name) => name.toLowerCase() === word.toLowerCase());
      });
      if (meant.length > 0 && meant.length < 10) return ['--only', ...meant];
      if (existsSync(path.join(at, PROJECT_FILE))) return ['--directory', word];
      return refsOf(io.env, project.home).includes(word) ? ['--base', word] : null;
    } catch {
      return null;
    }
  };
}
