/** Flags, environment and project file to settings, in that order of strength; every problem at once. */
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Diagnostic } from '../model/diagnostic.ts';
import { type PlanSettings, planSettings, type WrittenProject } from '../model/project.ts';
import type { PlanFlags } from '../planning/plan-account.ts';
import { carriesKey, checkApiKey, checkBaseUrl } from '../service/address.ts';
import { findProjectFile, projectFolder, readProjectFile } from '../source/project-file.ts';
import type { Invocation } from './definition.ts';
import { EXIT } from './exit-code.ts';
import { Stop, stop } from './stop.ts';

export interface ProjectSettings {
  /** Absolute. Paths are shown relative to it. */
  cwd: string;
  /** Absolute: nothing outside it is read. */
  projectFolder: string;
  /** Absolute. */
  rules: string[];
  plan: PlanSettings;
}

export interface ConnectionSettings {
  baseUrl: string;
  apiKey: string;
  /** What the key is called where it must be hidden. */
  apiKeyName: string;
  allowHttp: boolean;
  timeoutMs: number;
}

/** The folder to work in, absolute. Throws a Stop where there is none. */
export function workingFolder({ io, options }: Invocation): string {
  const directory = text(options.directory) ?? '.';
  try {
    const cwd = path.resolve(io.cwd(), directory);
    if (statSync(cwd).isDirectory()) return cwd;
  } catch {
    // Not there, or what the program was started in is gone.
  }
  throw stop({ code: 'directory-missing', args: { directory } });
}

/** The project file, found from the folder to work in. Throws a Stop with what is wrong with it. */
export function projectSettings({ options }: Invocation, cwd: string): ProjectSettings {
  const named = text(options.config);
  const file = named === undefined ? findProjectFile(cwd) : path.resolve(cwd, named);
  const home = file === null ? cwd : path.dirname(file);
  const project: WrittenProject = file === null ? {} : readOrStop(file, cwd);
  return {
    cwd,
    projectFolder: projectFolder(home),
    rules: (project.rules ?? ['rules']).map((root) => path.resolve(home, root)),
    plan: planSettings(project),
  };
}

function readOrStop(file: string, cwd: string): WrittenProject {
  const read = readProjectFile(file, cwd);
  if ('problems' in read) throw new Stop(read.problems);
  return read.project;
}

/** Where the service is and the key to it. Throws a Stop with all that is missing or unusable. */
export function connectionSettings({ io, options }: Invocation, cwd: string): ConnectionSettings {
  const problems: Diagnostic[] = [];
  const found = (problem: Diagnostic) => {
    problems.push(problem);
    return '';
  };
  const allowHttp = options.allowHttp === true;
  const baseUrl = baseUrlOf(io.env, text(options.baseUrl), allowHttp, found);
  const keyFile = text(options.apiKeyFile);
  const apiKey = apiKeyOf(io.env, keyFile, cwd, found);
  if (problems.length === 0 && carriesKey(baseUrl, apiKey)) {
    const from = options.baseUrl === undefined ? 'INBOXCTL_BASE_URL' : '--base-url';
    problems.push({ code: 'base-url-carries-key', args: { from }, severity: 'error' });
  }
  if (problems.length > 0) {
    const refused = problems.every(({ code }) => code === 'base-url-http');
    throw new Stop(problems, refused ? EXIT.refused : EXIT.wrongInput);
  }
  const timeoutMs = Number(options.timeout) * 1000;
  return { baseUrl, apiKey, apiKeyName: keyFile ?? 'INBOXCTL_API_KEY', allowHttp, timeoutMs };
}

/** What lifts the guards in this run. */
export function planFlags(options: Record<string, unknown>): PlanFlags {
  const maxDeletes = options.maxDeletes;
  return {
    allowEmpty: options.allowEmpty === true,
    allowIntegrationLoss: options.allowIntegrationLoss === true,
    maxDeletes: typeof maxDeletes === 'number' ? maxDeletes : null,
  };
}

type Found = (problem: Diagnostic) => string;

function baseUrlOf(
  env: Record<string, string | undefined>,
  flag: string | undefined,
  allowHttp: boolean,
  found: Found,
) {
  const from = flag === undefined ? 'INBOXCTL_BASE_URL' : '--base-url';
  const url = flag ?? env.INBOXCTL_BASE_URL;
  if (!url) return found({ code: 'base-url-missing', args: {}, severity: 'error' });
  const checked = checkBaseUrl(url, { allowHttp });
  if ('ok' in checked) return checked.ok;
  const { problem } = checked;
  if (problem === 'plain-http') {
    return found({ code: 'base-url-http', args: { from, host: new URL(url).host }, severity: 'error' });
  }
  return found({ code: 'base-url-unusable', args: { from, problem }, severity: 'error' });
}

function apiKeyOf(env: Record<string, string | undefined>, file: string | undefined, cwd: string, found: Found) {
  const from = file === undefined ? 'INBOXCTL_API_KEY' : `the file ${file}`;
  let key = env.INBOXCTL_API_KEY;
  if (file !== undefined) {
    try {
      key = readFileSync(path.resolve(cwd, file), 'utf8');
    } catch (error) {
      const reason = (error as NodeJS.ErrnoException).code ?? String(error);
      return found({
        code: 'file-unreadable',
        args: { what: 'The API key file', file, reason },
        severity: 'error',
      });
    }
  }
  if (key === undefined) return found({ code: 'api-key-missing', args: {}, severity: 'error' });
  const checked = checkApiKey(key);
  if ('ok' in checked) return checked.ok;
  return found({ code: 'api-key-unusable', args: { from, problem: checked.problem }, severity: 'error' });
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
