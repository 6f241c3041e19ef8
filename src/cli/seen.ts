/** What a word of a command line names in the project: found by looking there, not by a list of words. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { nearest } from '../model/nearest.ts';
import { refsOf } from '../source/git/run.ts';
import { findRuleFiles, findTestFiles } from '../source/load/find-files.ts';
import { PROJECT_FILE } from '../source/load/project-file.ts';
import { isInside, shownPath } from '../source/paths.ts';
import type { Command } from './command.ts';
import type { Io } from './io.ts';
import { openSettings } from './session/settings.ts';

/** An option for something that is here, such as `--only`, its names, and the files that declare it. */
type Seen = Record<'names' | 'files', readonly string[]> & { option: string };

/** What a mistake is compared with: the commands, and what the project calls so. */
export type Known = { commands: readonly Command[]; look: (word: string, of?: 'rules' | 'tests') => Seen | null };

/** Looks from a folder. In a project with mistakes in its settings nothing is found. */
export function lookFrom(io: Io, args: { directory?: string }): Known['look'] {
  return (word, of = 'rules') => {
    try {
      const project = openSettings(io, args);
      const at = path.resolve(project.cwd, word);
      const seen = (option: string, names = [word], files: string[] = []): Seen => ({ option, names, files });
      if (project.accounts.some(({ name }) => name === word)) return seen('--account');
      const roots = project.accounts.flatMap((account) => account[of].map((root) => path.resolve(project.home, root)));
      const all = (of === 'rules' ? findRuleFiles : findTestFiles)(roots, project).files.flatMap(({ path: file }) => {
        const names = readFileSync(file, 'utf8').matchAll(/^ {0,4}(?:- )?name: +(["']?)(.+?)\1(?: +#.*)?$/gm);
        return [...names].map(([, , name = '']) => ({ name, file }));
      });
      const names = all.map(({ name }) => name);
      const only = (meant: typeof all) => {
        const files = new Set(meant.map(({ file }) => shownPath(file, project.cwd)));
        const own = meant.map(({ name }) => name);
        return own.length > 0 && own.length < 10 ? seen('--only', own, [...files]) : null;
      };
      const isWord = (name: string) => name.toLowerCase() === word.toLowerCase();
      const there = only(all.filter(({ name, file }) => isInside(file, at) || isWord(name)));
      if (there !== null) return there;
      if (existsSync(path.join(at, PROJECT_FILE))) return seen('--directory');
      const near = nearest(word, names);
      return refsOf(io.env, project.home).includes(word)
        ? seen('--base')
        : only(all.filter(({ name }) => name === near));
    } catch {
      return null;
    }
  };
}
