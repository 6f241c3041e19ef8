/** A starting project, written where nothing is yet. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { StartingFile } from '../../model/init.ts';
import { EXAMPLE_RULE, IGNORED, PROJECT_FILE } from './templates.ts';
import { workflowFiles } from './workflows.ts';
import { ignoreFiles, writeNew } from './write.ts';

/** What became of each file, or why it could not be written. */
export type Started = (StartingFile | Diagnostic)[];

/** Takes the folder of the project (absolute) and the schemas by their file names; writes all but rules and workflows. */
export function startProject(folder: string, schemas: Readonly<Record<string, string>>): Started {
  const inSchemas = Object.fromEntries(Object.entries(schemas).map(([name, text]) => [`schemas/${name}`, text]));
  return [
    ...writtenBelow(folder, { 'inboxctl.yaml': PROJECT_FILE }, folder, true),
    ...writtenBelow(folder, inSchemas, folder, false),
    ignoreFiles(path.join(folder, '.gitignore'), IGNORED, folder),
  ];
}

/** Whether a project file (absolute) is as `init` writes it: nobody wrote anything into it. */
export function isUntouched(projectFile: string): boolean {
  return readFileSync(projectFile, 'utf8') === PROJECT_FILE;
}

/** Writes a rule file that declares nothing. */
export function writeExample(folder: string): Started {
  return writtenBelow(folder, { 'rules/example.yaml': EXAMPLE_RULE }, folder, true);
}

/** Writes the workflows at the root of the repository. Their files are shown relative to the project's folder. */
export function writeWorkflows(root: string, folder: string): Started {
  const below = path.relative(root, folder).split(path.sep).join('/');
  return writtenBelow(root, workflowFiles(below), folder, false);
}

function writtenBelow(base: string, texts: Record<string, string>, shownFrom: string, isTheirs: boolean): Started {
  return Object.entries(texts).map(([name, text]) => {
    return writeNew({ base, file: path.join(base, name), text, isTheirs }, shownFrom);
  });
}
