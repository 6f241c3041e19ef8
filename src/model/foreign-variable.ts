import { nearest } from './nearest.ts';

/** Variables of shells, workflows and templates: `$NAME`, `${NAME}`, `${{ secrets.NAME }}`, `{{ .Values.NAME }}`, `%NAME%`, `env:NAME`, `ENV["NAME"]`. */
const VARIABLE = new RegExp(
  [
    String.raw`\$\{\{?\s*(?:\w+\.)*(?<braces>[A-Za-z_]\w*)\s*(?::?[-=?][^{}]*)?\}\}?`,
    String.raw`\{\{-?\s*\$?(?:\.(?:\w+\.)*|(?:[Ee]nv|ENV|secrets|vars)\.)(?<template>\w+)\s*-?\}\}`,
    String.raw`^\s*(?:\$(?<shell>[A-Z_][A-Z\d_]+)|%(?<windows>[A-Z_][A-Z\d_]+)%)\s*$`,
    String.raw`^\s*(?:(?:(?:process\.)?env|secrets|vars)(?:\.|: ?)(?=[A-Z_][A-Z\d_]+\s*$)|var\.)(?<bare>\w+)\s*$`,
    String.raw`^[^\w\s]*\s*(?:\w+\.)*\w*(?:env|ENV)\w*\W{1,3}(?<call>[A-Z_][A-Z\d_]+)["')\]]+\W*$`,
  ].join('|'),
);

/** A whole text that is a path, or a call with one in it. Braces may be a prompt, but for a path in quotes. */
const PATH = String.raw`((?:\.{1,2}\/|~\/|\$\w+\/)+[\w./-]+|(?:[\w-]+\/)+[\w-]+\.\w{1,8})`;
const FILE = RegExp(
  [
    String.raw`^\s*(?:@|<\s*|\{?\s*(?:file|include|read|load|import)\s*[:\s]\s*["']?(?:\/\/)?\s*)?${PATH}["'}>\s]*$`,
    String.raw`^\s*(?:\$[{(]{1,2}|<%|\w+\()[^{}]*?(?<=[\s"'(<])${PATH}["'\s]*(?:,[^()]*)?[)}%>\s]+$`,
    String.raw`^\s*\{\{[^{}]*?["']${PATH}["'][^{}]*\}\}\s*$`,
  ].join('|'),
  'i',
);

/** The first variable in a text, with its name. `isWhole`: it is the whole text. */
export function foreignVariable(text: string): { written: string; name: string; isWhole: boolean } | null {
  const found = VARIABLE.exec(text);
  const name = Object.values(found?.groups ?? {}).find((one) => one !== undefined);
  if (found === null || name === undefined) return null;
  return { written: found[0].trim(), name, isWhole: found[0].trim() === text.trim() };
}

/** What a text that is a reference of another program refers to: a variable, or a file, such as `@../prompts/news.md`. */
export function foreignReference(text: string): { kind: 'file' | 'env'; to: string } | null {
  const variable = foreignVariable(text);
  if (variable !== null) return variable.isWhole ? { kind: 'env', to: variable.name } : null;
  const file = FILE.exec(text)?.slice(1).find(Boolean);
  return file === undefined ? null : { kind: 'file', to: file };
}

/** The kind of reference that a word names. */
export function referenceKind(word: string): 'file' | 'env' | null {
  const letters = word.toLowerCase().replace(/[-_ ]|^from/g, '');
  if (/^(?:path|include)$/.test(letters)) return 'file';
  if (/^(?:environment|secret|var|variable|ref)$/.test(letters)) return 'env';
  return nearest(letters, ['file', 'env'] as const);
}
