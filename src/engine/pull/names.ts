/** Names for new files and variables: unique, not in use, and valid on every system. */
import path from 'node:path';
import slugify from '@sindresorhus/slugify';
import { onceFor } from '../../model/once-for.ts';
import type { FileEdit, NewVariable } from '../../model/pull.ts';
import { reservedPrefix } from '../../source/load/references.ts';
import { shownUrl } from './hidden.ts';
import { fileEdit, type PullInput } from './input.ts';

export type Registry = ReturnType<typeof createRegistry>;

/** `referred`: the files that references lead to. */
export function createRegistry(input: PullInput, referred: ReadonlySet<string>) {
  const { disk, referenceContext, variables, accounts, redactor } = input;
  const takenIn = onceFor((folder: string) => {
    const names = disk.names(folder);
    // Names that differ only in their extension are hard to tell apart.
    return names && takenNames(names.flatMap((name) => [name, path.parse(name).name]));
  });
  const byValue = new Map(variables.map(({ name, value }) => [value, name]));
  const texts: FileEdit[] = [];
  const chosen = new Map<string, NewVariable & { value: string }>();
  const inUse = new Set(
    accounts.flatMap(({ rules }) =>
      rules.flatMap(({ references }) => references.flatMap((one) => (one.kind === 'env' ? [one.name] : []))),
    ),
  );

  return {
    /** A new file for a rule in a folder (absolute); gives its path. */
    ruleFile: (folder: string, rule: string): string => {
      const stem = fileStem(rule, 'rule');
      return path.join(folder, `${takenIn(folder)?.take(stem) ?? stem}.yaml`);
    },
    /** A new file, or the one that an interrupted pull left. Null where nothing may be written, or no file can hold it. */
    textFile: (folder: string, rule: string, extension: string, content: string | null): string | null => {
      const taken = takenIn(folder);
      if (taken === null || content === null) return null;
      const stem = fileStem(rule, 'text');
      const left = path.join(folder, stem + extension);
      const isLeft = taken.has(stem + extension) && !referred.has(left) && disk.read(left) === content;
      const file = isLeft ? left : path.join(folder, taken.take(stem) + extension);
      texts.push(fileEdit(file, 'text', content, [rule], input));
      return file;
    },
    texts: () => texts,
    /** The variable for a value: one that has it, or a new one. */
    variable: (value: string, rule: string, file: string, key: string): string => {
      const known = byValue.get(value);
      const name = known ?? freeVariable(variableStem(redactor.text(rule), key), value);
      byValue.set(value, name);
      const { rules = [], files = [] } = chosen.get(name) ?? {};
      if (known === undefined || chosen.has(name)) {
        const uses = { rules: [...new Set([...rules, rule])], files: [...new Set([...files, file])] };
        chosen.set(name, { name, ...uses, shown: shownUrl(value), value });
      }
      return name;
    },
    variables: () => [...chosen.values()],
  };

  function freeVariable(stem: string, value: string): string {
    const isFree = (name: string) => {
      const set = referenceContext.variable(name);
      return !inUse.has(name) && !chosen.has(name) && (set === undefined || set === value);
    };
    let name = stem;
    for (let number = 2; !isFree(name); number += 1) name = `${stem}_${number}`;
    return name;
  }
}

/** In characters. Leaves room for a number and an extension, 80 in all. */
const LONGEST_FILE = 64;
const LONGEST_VARIABLE = 60;

/** How much of a name to read: names may have thousands of characters. */
const LONGEST_READ = 200;

/** Names that Windows keeps for devices, whatever the extension. */
const DEVICE = /^(con|prn|aux|nul|clock|com\d|lpt\d)$/;

/** Lower-case words of a name, joined by `-`; `otherwise` where nothing of it can be used. */
export function fileStem(name: string, otherwise: string): string {
  const stem = truncate(slugify(name.slice(0, LONGEST_READ), { decamelize: false }), LONGEST_FILE, '-');
  if (stem === '') return otherwise;
  return DEVICE.test(stem) ? `${stem}-${otherwise}` : stem;
}

/** Names that may each be taken once. Case is ignored. */
function takenNames(names: Iterable<string>) {
  const taken = new Set(Array.from(names, (name) => name.toLowerCase()));
  return {
    has: (name: string) => taken.has(name.toLowerCase()),
    /** Gives the first of `stem`, `stem-2`, … that is free, and takes it. */
    take: (stem: string): string => {
      let name = stem;
      for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${stem}-${number}`;
      taken.add(name.toLowerCase());
      return name;
    },
  };
}

const SUFFIXES: Record<string, string> = {
  webhookUrl: 'WEBHOOK',
  aiInstructions: 'INSTRUCTIONS',
  folderName: 'FOLDER',
};

function variableStem(name: string, key: string): string {
  const suffix = SUFFIXES[key] ?? key.toUpperCase();
  const words = truncate(
    slugify(name.slice(0, LONGEST_READ), { separator: '_', decamelize: false }).toUpperCase(),
    LONGEST_VARIABLE,
    '_',
  );
  if (words === '') return suffix;
  const speaking = words.endsWith(suffix) ? words : `${words}_${suffix}`;
  return /^\d/.test(speaking) || reservedPrefix(speaking) !== undefined ? `${suffix}_${words}` : speaking;
}

function truncate(words: string, longest: number, separator: string): string {
  const short = words.slice(0, longest);
  return short.endsWith(separator) ? short.slice(0, -1) : short;
}
