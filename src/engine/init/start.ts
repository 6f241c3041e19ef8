/** A starting project, written where nothing is yet. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { StartingFile } from '../../model/init.ts';
import { EXAMPLE_RULE, IGNORED, PROJECT_FILE } from './templates.ts';
import { workflowFiles } from './workflows.ts';
import { ignoreFiles, writeNew } from './write.ts';

/** Files that were written or kept, and why others could not be written. */
export interface Started {
  files: StartingFile[];
  problems: Diagnostic[];
}

/** Takes the folder of the project (absolute) and the schemas by their file names; writes all but rules and workflows. */
export function startProject(folder: string, schemas: Readonly<Record<string, string>>): Started {
  const inSchemas = Object.fromEntries(Object.entries(schemas).map(([name, text]) => [`schemas/${name}`, text]));
  return sorted([
    ...writtenBelow(folder, { 'inboxctl.yaml': PROJECT_FILE }, folder, true),
    ...writtenBelow(folder, inSchemas, folder, false),
    ignoreFiles(path.join(folder, '.gitignore'), IGNORED, folder),
  ]);
}

/** Whether a project file (absolute) is as `init` writes it: nobody wrote anything into it. */
export function isUntouched(projectFile: string): boolean {
  return readFileSync(projectFile, 'utf8') === PROJECT_FILE;
}

/** Writes a rule file that declares nothing. */
export function writeExample(folder: string): Started {
  return sorted(writtenBelow(folder, { 'rules/example.yaml': EXAMPLE_RULE }, folder, true));
}

/** Writes the workflows at the root of the repository. Their files are shown relative to the project's folder. */
export function writeWorkflows(root: string, folder: string): Started {
  const below = path.relative(root, folder).split(path.sep).join('/');
  return sorted(writtenBelow(root, workflowFiles(below), folder, false));
}

function writtenBelow(
  base: string,
  texts: Record<string, string>,
  shownFrom: string,
  isTheirs: boolean,
): (StartingFile | Diagnostic)[] {
  return Object.entries(texts).map(([name, text]) => {
    return writeNew({ base, file: path.join(base, name), text, isTheirs }, shownFrom);
  });
}

function sorted(results: readonly (StartingFile | Diagnostic)[]): Started {
  return {
    files: results.filter((result) => 'status' in result),
    problems: results.filter((result) => 'severity' in result),
  };
}
