/** Files of the working folder as they are, to be put back: a job that goes on finds nothing of ours there. */
import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { replaceFile } from '../../source/replace-file.ts';

export interface KeptFiles {
  /** What a file held; null: it was not there. */
  before: (file: string) => string | null;
  restore: () => void;
}

/** Takes files, absolute, that are going to be written, made or removed. */
export function keepFiles(files: readonly string[]): KeptFiles {
  const contents = new Map(files.map((file) => [file, contentOf(file)]));
  const newFolders = new Set(files.flatMap(missingFolders));
  return {
    before: (file) => contents.get(file)?.text ?? null,
    restore: () => {
      for (const [file, content] of contents) putBack(file, content);
      // The innermost first. What has something of somebody else in it stays.
      for (const folder of [...newFolders].sort((a, b) => b.length - a.length)) removeIfEmpty(folder);
    },
  };
}

type Content = { text: string; mode: number } | null;

/** Gives null where there is no file. A link is none: what it leads to is not ours to read. */
export function contentOf(file: string): Content {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found === undefined) return null;
  if (!found.isFile()) throw new Error(`${file} is no file`);
  return { text: readFileSync(file, 'utf8'), mode: found.mode };
}

function putBack(file: string, content: Content): void {
  if (content === null) {
    rmSync(file, { force: true });
    return;
  }
  if (contentOf(file)?.text === content.text) return;
  mkdirSync(path.dirname(file), { recursive: true });
  replaceFile(file, content.text);
  chmodSync(file, content.mode);
}

function missingFolders(file: string): string[] {
  const missing = [];
  for (let folder = path.dirname(file); !existsSync(folder); folder = path.dirname(folder)) missing.push(folder);
  return missing;
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST' && code !== 'ENOENT') throw error;
  }
}
