/** Command lines as people type them: options may come before the command. */
import type { OptionDefinition } from './command.ts';

/**
 * Returns the words after `inboxctl` with the command first, as in `plan -C there`; without one, a word that is not an
 * option. `optionsOf` returns the options of a command, or null for any other word.
 */
export async function commandFirst(
  words: readonly string[],
  optionsOf: (word: string) => Promise<readonly OptionDefinition[] | null>,
): Promise<string[]> {
  const typed = words.map((word) => (/^--no-colou?r$/.test(word) ? '--color=never' : word));
  if (typed[0]?.startsWith('-') !== true) return typed;
  const known = await Promise.all(typed.map(optionsOf));
  const withValue = new Set(known.flatMap((options) => (options ?? []).flatMap(flagsWithValue)));
  let at = 0;
  while (typed[at]?.startsWith('-')) at += withValue.has(typed[at] ?? '') ? 2 : 1;
  const command = known.findIndex((options, index) => options !== null && index >= at);
  const first = command === -1 ? at : command;
  return [...typed.slice(first, first + 1), ...typed.slice(0, first), ...typed.slice(first + 1)];
}

function flagsWithValue({ flags }: OptionDefinition): string[] {
  return flags.includes('<') ? [...flags.matchAll(/--?[\w-]+/g)].map(([flag]) => flag) : [];
}
