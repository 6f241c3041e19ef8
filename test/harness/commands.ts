/** All commands, in the order of the help, and the formats of what they print. */
import * as ofApply from '../../src/cli/apply/formats.ts';
import { COMMAND_NAMES, load, loadAll } from '../../src/cli/commands.ts';
import type { Formats } from '../../src/report/formats.ts';
import * as ofPlans from '../../src/report/formats.ts';

export const COMMANDS = await loadAll();

const modules = await Promise.all(COMMAND_NAMES.map(load));

/** The tables of formats by the names that they are exported by: those of each command, and the shared ones. */
export const FORMATS: Readonly<Record<string, Formats<unknown>>> = Object.fromEntries(
  [...modules, ofPlans, ofApply].flatMap((module) =>
    Object.entries(module).filter(([, exported]) => isTable(exported)),
  ),
);

function isTable(exported: unknown): exported is Formats<unknown> {
  return typeof exported === 'object' && exported !== null && 'text' in exported;
}
