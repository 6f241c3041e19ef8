/** All commands: what each does in a few words, and where it is. A command is loaded when it is used. */
import type { Command, CommandModule } from './command.ts';

type Listed = { summary: string; load: () => Promise<CommandModule> };

export const COMMANDS = {
  init: {
    summary: 'writes a starting project here; with a reachable inbox, from its live rules',
    load: () => import('./commands/init.ts'),
  },
  validate: { summary: 'checks the files, offline', load: () => import('./commands/validate.ts') },
  fmt: { summary: 'rewrites rule files in canonical form, comments kept', load: () => import('./commands/fmt.ts') },
  list: { summary: 'the live rules, and how each compares with the files', load: () => import('./commands/list.ts') },
  explain: { summary: 'what rules do, in plain sentences, offline', load: () => import('./commands/explain.ts') },
  test: { summary: 'checks the rules against sample mails, offline', load: () => import('./commands/test.ts') },
  plan: { summary: 'shows what apply would do; sends nothing but GET', load: () => import('./commands/plan.ts') },
  show: {
    summary: 'prints saved plans, such as those of all shards, as one report; offline',
    load: () => import('./commands/show.ts'),
  },
  apply: { summary: 'carries a plan out; asks first unless --yes', load: () => import('./commands/apply.ts') },
  pull: { summary: 'writes live rules into the files, comments kept', load: () => import('./commands/pull.ts') },
  runs: {
    summary: 'lists the runs of this project on this machine, the newest first, or shows one',
    load: () => import('./commands/runs.ts'),
  },
  rollback: { summary: 'plans and applies the way back to before a run', load: () => import('./commands/rollback.ts') },
  stats: {
    summary: "the inbox's statistics: how much mail there was, and how long answers took",
    load: () => import('./commands/stats.ts'),
  },
  doctor: {
    summary: 'checks settings, connection, key and scopes; says what to do',
    load: () => import('./commands/doctor.ts'),
  },
  accounts: { summary: 'the accounts of the project, as text or JSON', load: () => import('./commands/accounts.ts') },
  sandbox: {
    summary: 'runs an inbox service on this machine, to try things out',
    load: () => import('./commands/sandbox.ts'),
  },
  schema: { summary: 'prints a JSON Schema', load: () => import('./commands/schema.ts') },
  completion: { summary: 'prints a completion script', load: () => import('./commands/completion.ts') },
} as const satisfies Record<string, Listed>;

export type CommandName = keyof typeof COMMANDS;

export const COMMAND_NAMES = Object.keys(COMMANDS) as CommandName[];

export function isCommand(word: string): word is CommandName {
  return Object.hasOwn(COMMANDS, word);
}

/** Loads a command. */
export async function load(name: CommandName): Promise<CommandModule & { command: Command }> {
  const listed: Listed = COMMANDS[name];
  const loaded = await listed.load();
  return { ...loaded, command: { name, summary: listed.summary, ...loaded.definition } };
}

/** Loads the definitions of all commands, in the order of the help. */
export async function loadAll(): Promise<Command[]> {
  const loaded = await Promise.all(COMMAND_NAMES.map(load));
  return loaded.map(({ command }) => command);
}
