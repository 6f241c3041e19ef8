/** What doctor sees without the service: the program itself, and the project's files. */

import type { ArgsOf, Finding } from '../../diagnostics/diagnostic.ts';
import type { Probed } from '../../diagnostics/results.ts';
import { type ProbeDefinition, probing, told } from './probing.ts';

export interface ProjectFacts {
  node: { version: string; needed: string };
  /** `file` as it is shown; null where there is no project file. */
  project:
    | { file: string | null; accounts: number }
    | { file: string; errors: number }
    | { missing: ArgsOf<'project-missing'> };
  /** All selected accounts together; null where the project file cannot be used. */
  files: {
    rules: number;
    files: number;
    errors: number;
    warnings: number;
    /** The variables that the rules refer to, and those of them that are not set. */
    variables: readonly string[];
    unset: readonly string[];
  } | null;
  /** Whether the git history is whole: what is wrong with it, or null. Left out where no account needs it. */
  history?: Finding<'history-missing'> | null;
}

export function examineProject(facts: ProjectFacts): Promise<Probed[]> {
  return probing(PROBES, facts, null);
}

const PROBES: readonly ProbeDefinition<ProjectFacts>[] = [
  {
    name: 'node',
    look: ({ node: { version, needed } }) => {
      // Number by number: 20.19.0 is enough for 20.19, and 20.9.0 is not.
      const isEnough = version.localeCompare(needed, 'en', { numeric: true }) >= 0;
      return told({ code: 'node-version', args: { version, needed, isEnough } }, isEnough ? 'ok' : 'failed');
    },
  },
  {
    name: 'project',
    look: ({ project }) => {
      if ('missing' in project) {
        return told({ code: 'project-missing', args: project.missing }, 'failed');
      }
      if ('errors' in project) return told({ code: 'project-broken', args: project }, 'failed');
      const { file, accounts } = project;
      if (file === null) return told({ code: 'project-without-file', args: {} });
      return told({ code: 'project-found', args: { file, accounts } });
    },
  },
  {
    name: 'files',
    needs: ['project'],
    look: ({ files }) => {
      if (files === null) return [];
      const { rules, errors, warnings } = files;
      const args = { rules, files: files.files, errors, warnings };
      return told({ code: 'files-checked', args }, errors > 0 ? 'failed' : warnings > 0 ? 'warning' : 'ok');
    },
  },
  {
    name: 'variables',
    needs: ['project'],
    look: ({ files }) => {
      if (files === null || files.variables.length === 0) return [];
      const { variables, unset } = files;
      if (unset.length > 0) return told({ code: 'variables-unset', args: { names: unset } }, 'failed');
      return told({ code: 'variables-set', args: { count: variables.length } });
    },
  },
  {
    name: 'history',
    needs: ['project'],
    look: ({ history }) => {
      if (history === undefined) return [];
      return history === null ? told({ code: 'history-whole', args: {} }) : told(history, 'failed');
    },
  },
];
