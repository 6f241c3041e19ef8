/** Changed texts that stand in files: which file is written, and which rule gets a file of its own instead. */
import path from 'node:path';
import { isSeen } from '../../diagnostics/unseen.ts';
import { groupBy } from '../../model/group-by.ts';
import { entriesOf, entryOnLine } from '../../model/lists.ts';
import type { FileEdit } from '../../model/pull.ts';
import type { Path, StaticKey } from '../../model/rule.ts';
import { textsOf } from '../../model/texts.ts';
import { isReference } from '../../model/written-rule.ts';
import type { LoadedRule } from '../../source/load/loader.ts';
import { isTooBig } from '../../source/load/read-file.ts';
import { textOfFile } from '../../source/load/read-reference.ts';
import type { Edit } from './agreement.ts';
import { fileEdit, type PullInput } from './input.ts';
import type { Registry } from './names.ts';

/** What a rule wants in a file that it refers to: the new text, or null to keep the current one. */
type Claim = { source: LoadedRule; file: string; path: Path; text: string | null };

export interface TextEdits {
  /** Changed files. New ones are in the registry. */
  files: FileEdit[];
  /** Where texts went that left their old file: a new file (absolute), or into the rule itself. */
  moved: Map<LoadedRule, { path: Path; to: { file: string } | { text: string } }[]>;
  /** The files (absolute) that rules still refer to. */
  referred: Set<string>;
}

export function textEdits(edits: readonly Edit[], input: PullInput, registry: Registry): TextEdits {
  const editOf = new Map(edits.map((edit) => [edit.source, edit]));
  const sources = [...new Set(input.accounts.flatMap(({ rules }) => rules))];
  const claims = groupBy(
    sources.flatMap((source) => claimsOf(source, editOf.get(source), input.where.cwd)),
    ({ file }) => file,
  );
  const result: TextEdits = { files: [], moved: new Map(), referred: new Set(claims.keys()) };
  const ruleFiles = new Set(input.accounts.flatMap(({ files }) => files.map((file) => file.path)));
  for (const [file, all] of claims) {
    const first = all.find(({ text }) => text !== null);
    if (first === undefined || first.text === null) continue;
    const isKept = all.some(({ text }) => text === null) || ruleFiles.has(file) || input.settingsFiles.has(file);
    const before = input.disk.read(file);
    const after = isKept || before === null ? null : contentOf(first, first.text, before);
    if (after !== null) {
      const rules = all.filter(({ text }) => text === first.text).map(({ source }) => source.written.name);
      result.files.push(fileEdit(file, 'text', after, [...new Set(rules)], input));
    }
    for (const claim of all) {
      if (claim.text === null || (after !== null && claim.text === first.text)) continue;
      move(claim, claim.text, registry, result);
    }
  }
  return result;
}

function claimsOf(source: LoadedRule, edit: Edit | undefined, cwd: string): Claim[] {
  if (edit === undefined) {
    return source.references.flatMap((one) =>
      one.kind === 'file' ? [{ source, file: one.file, path: one.path, text: null }] : [],
    );
  }
  const { pulled } = edit;
  if (pulled === null) return [];
  const folder = path.dirname(path.resolve(cwd, source.spot.file));
  return textsOf(pulled.draft).flatMap(({ text, path: at }) => {
    if (!isReference(text) || !('file' in text)) return [];
    const changed = pulled.fileTexts.find((one) => one.path.join('/') === at.join('/'));
    return [{ source, file: path.resolve(folder, text.file), path: at, text: changed?.text ?? null }];
  });
}

function move(claim: Claim, text: string, registry: Registry, result: TextEdits): void {
  const { source, file, path: at } = claim;
  const content = contentOf(claim, text, null);
  const { name } = source.written;
  // Below a rules folder, a .yaml file would be read as rules.
  const extension = /^\.ya?ml$/.test(path.extname(file)) ? '.md' : path.extname(file);
  const made = registry.textFile(path.dirname(file), name, extension, content);
  const moves = result.moved.get(source) ?? [];
  result.moved.set(source, moves);
  moves.push({ path: at, to: made === null ? { text } : { file: made } });
}

/** What a file would have for a text: of a matcher, an entry on each line, below the comments that it had before. */
function contentOf({ path: at }: Claim, text: string, before: string | null): string | null {
  if (at[1] !== 'static') return textFileContent(text, before);
  const { entries } = entriesOf(at[2] as StaticKey, text);
  if (entries.length === 0 || entries.some((entry) => entryOnLine(entry) === null)) return null;
  const blocks = new Map(entries.map((entry) => [entry, [entry]]));
  const above: string[] = [];
  for (const line of before === null ? [] : textOfFile(withoutMark(before)).split(/\r?\n/)) {
    const entry = entryOnLine(line);
    if (entry === null) above.push(line);
    else blocks.get(entry)?.unshift(...above.splice(0));
  }
  return textFileContent([...[...blocks.values()].flat(), ...above].join('\n'), before);
}

const BOM = '\ufeff';

/** Keeps line ends, mark and end of `before`. Null if a file cannot hold the text, or a new one would hide some of it. */
export function textFileContent(text: string, before: string | null): string | null {
  const isDos = before !== null && /\r\n/.test(before) && !/(^|[^\r])\n/.test(before);
  const eol = isDos ? '\r\n' : '\n';
  const mark = before?.startsWith(BOM) ? BOM : '';
  // One line end is dropped when it is read, so a text that ends with one needs another.
  const isClosed = before === null || before === mark || before.endsWith('\n') || text.endsWith('\n');
  const content = mark + text.replaceAll('\n', eol) + (isClosed ? eol : '');
  if (before === null && !isSeen(text)) return null;
  const isWhole = !isTooBig(content) && !/\0|\p{Cs}/u.test(text);
  return isWhole && unixLines(textOfFile(withoutMark(content))) === unixLines(text) ? content : null;
}

/** Without the byte order mark that a file may begin with. */
export function withoutMark(content: string): string {
  return content.startsWith(BOM) ? content.slice(BOM.length) : content;
}

function unixLines(text: string): string {
  return text.replaceAll('\r\n', '\n');
}
