/** A job of a workflow as GitHub would start it: its condition, and its steps with GitHub's own reading of expressions. */
import { data, Evaluator, Lexer, Parser } from '@actions/expressions';
import { parse } from 'yaml';
import type { Permissions } from './github/permissions.ts';

/** What expressions may refer to. */
export interface Contexts {
  github: object;
  vars: Readonly<Record<string, string>>;
  secrets: Readonly<Record<string, string>>;
  inputs: Readonly<Record<string, string>>;
  /** Of the jobs before this one, and of what they were split by. */
  needs?: object;
  matrix?: object;
}

interface Step {
  uses?: string;
  run?: string;
  with?: Values;
  env?: Values;
}

interface Job {
  if?: string;
  environment?: string;
  permissions?: Readonly<Record<string, string>>;
  steps: readonly Step[];
}

type Values = Readonly<Record<string, unknown>>;

export interface StartedJob {
  environment: string | null;
  /** Of its token; what it does not ask for, it does not have. */
  permissions: Permissions;
  /** What the step is given. */
  inputs: Record<string, string>;
  env: Record<string, string>;
}

/**
 * Takes a workflow's text and the step to start: its action (owner/name@ref), or its command. Throws where GitHub would not
 * start it.
 */
export function startedJob(workflow: string, name: string, started: string, contexts: Contexts): StartedJob {
  const { on, jobs } = parse(workflow) as { on: object; jobs: Record<string, Job> };
  const { event_name: event } = contexts.github as { event_name: string };
  if (!(event in on)) throw new Error(`The workflow does not run on ${event}`);
  const job = jobs[name];
  const step = job?.steps.find(({ uses, run }) => uses === started || run === started);
  if (job === undefined || step === undefined) throw new Error(`There is no job ${name} with a step of ${started}`);
  if (job.if !== undefined && evaluated(job.if, contexts).coerceString() !== 'true')
    throw new Error(`${name} is skipped`);
  const { contents = 'none', issues = 'none', 'pull-requests': pulls = 'none' } = job.permissions ?? {};
  const texts = (values: Values = {}) => {
    return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, filledIn(String(value), contexts)]));
  };
  return {
    environment: filledIn(job.environment ?? '', contexts) || null,
    permissions: { contents, issues, pull_requests: pulls } as Permissions,
    inputs: texts(step.with),
    env: texts(step.env),
  };
}

/** The variables and secrets that a workflow refers to, as `vars.NAME` and `secrets.NAME`; comments do not count. */
export function referredTo(workflow: string): string[] {
  return [...new Set(JSON.stringify(parse(workflow)).match(/\b(?:vars|secrets)\.\w+/g))].sort();
}

/** A text with the values of its expressions. */
export function filledIn(text: string, contexts: Contexts): string {
  return text.replace(/\$\{\{(.*?)\}\}/g, (_, expression: string) => evaluated(expression, contexts).coerceString());
}

/** The value of an expression. */
export function evaluated(expression: string, contexts: Contexts): data.ExpressionData {
  const parsed = new Parser(new Lexer(expression).lex().tokens, Object.keys(contexts), []).parse();
  return new Evaluator(parsed, JSON.parse(JSON.stringify(contexts), data.reviver)).evaluate();
}
