/** Names of files and variables, made from the names of rules: unique, and good on every system. */
import slugify from '@sindresorhus/slugify';
import { reservedPrefix } from '../../source/load/references.ts';

/** In characters, with room for a number and an extension: the whole is at most 80. */
const LONGEST_FILE = 64;
const LONGEST_VARIABLE = 60;

/** As many characters of a name as can matter, since a name may have thousands. */
const LONGEST_READ = 200;

/** Names that Windows keeps for devices, whatever the extension. */
const DEVICE = /^(con|prn|aux|nul|clock|com\d|lpt\d)$/;

/** Takes the name of a rule and a word for where nothing of it can be used; gives lower-case words joined by `-`. */
export function fileStem(name: string, otherwise: string): string {
  const stem = cut(slugify(name.slice(0, LONGEST_READ), { decamelize: false }), LONGEST_FILE, '-');
  if (stem === '') return otherwise;
  return DEVICE.test(stem) ? `${stem}-${otherwise}` : stem;
}

/** Names of which each is taken once; upper and lower case are the same. */
export interface Taken {
  has(name: string): boolean;
  /** Gives the first of `stem`, `stem-2`, … that is free, and takes it. */
  take(stem: string): string;
}

export function takenNames(names: Iterable<string>): Taken {
  const taken = new Set(Array.from(names, (name) => name.toLowerCase()));
  const next = new Map<string, number>();
  return {
    has: (name) => taken.has(name.toLowerCase()),
    take: (stem) => {
      let name = stem;
      let number = next.get(stem) ?? 2;
      for (; taken.has(name.toLowerCase()); number += 1) name = `${stem}-${number}`;
      next.set(stem, number);
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

/** Takes the name of a rule and the key of its secret; gives a name for the variable. */
export function variableStem(name: string, key: string): string {
  const suffix = SUFFIXES[key] ?? key.toUpperCase();
  const words = cut(
    slugify(name.slice(0, LONGEST_READ), { separator: '_', decamelize: false }).toUpperCase(),
    LONGEST_VARIABLE,
    '_',
  );
  if (words === '') return suffix;
  const speaking = words.endsWith(suffix) ? words : `${words}_${suffix}`;
  return /^\d/.test(speaking) || reservedPrefix(speaking) !== undefined ? `${suffix}_${words}` : speaking;
}

function cut(words: string, longest: number, separator: string): string {
  const short = words.slice(0, longest);
  return short.endsWith(separator) ? short.slice(0, -1) : short;
}
