/** The definitions of all commands, in the order of the help. */
import { loadAll } from '../../src/cli/commands.ts';

export const COMMANDS = await loadAll();
