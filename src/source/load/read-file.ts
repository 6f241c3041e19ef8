import { isUtf8 } from 'node:buffer';
import type { Diagnostic, Place } from '../../diagnostics/diagnostic.ts';
import { systemReason } from '../../model/system-reason.ts';
import { DISK, type Tree } from '../paths.ts';
import { type RuleFile, startOf } from './find-files.ts';

export const FILE_LIMIT = 1024 * 1024;

/** Whether a file with this content would be too big to read. */
export function isTooBig(content: string): boolean {
  return Buffer.byteLength(content) > FILE_LIMIT;
}

const decoder = new TextDecoder();

/** The text of a file without a byte order mark, or a problem if it is not UTF-8 of at most FILE_LIMIT bytes. */
export function readRuleFile({ path, shown }: RuleFile, tree = DISK): string | Diagnostic {
  const place = startOf(shown);
  try {
    const content = readContent(path, tree);
    if (content.kind === 'text') return content.text;
    if (content.kind === 'not-regular') return { code: 'file-not-regular', args: {}, severity: 'error', place };
    if (content.kind === 'too-big')
      return { code: 'file-too-big', args: { limit: FILE_LIMIT }, severity: 'error', place };
    if (content.kind === 'utf-16') return { code: 'file-utf16', args: { file: shown }, severity: 'error', place };
    return { code: 'file-not-utf8', args: {}, severity: 'error', place: firstBadPlace(shown, content.bytes) };
  } catch (error) {
    const reason = systemReason(error);
    if (reason === 'ELOOP') return { code: 'path-linked', args: { kind: 'file' }, severity: 'error', place };
    return { code: 'path-unreadable', args: { kind: 'file', reason, path: shown }, severity: 'error', place };
  }
}

export type FileContent =
  | { kind: 'text'; text: string }
  | { kind: 'not-regular' }
  | { kind: 'too-big' }
  | { kind: 'utf-16' }
  | { kind: 'not-utf8'; bytes: Buffer };

/** Reads at most FILE_LIMIT bytes of a file (absolute). Does not follow a link. Throws the system's error. */
export function readContent(file: string, tree: Tree = DISK): FileContent {
  const bytes = tree.read(file, FILE_LIMIT);
  if (typeof bytes === 'string') return { kind: bytes };
  if (isUtf16(bytes)) return { kind: 'utf-16' };
  const text = utf8Text(bytes);
  return text === null ? { kind: 'not-utf8', bytes } : { kind: 'text', text };
}

/** Decodes UTF-8 and drops a byte order mark. Returns null if the bytes are not UTF-8. */
export function utf8Text(bytes: Buffer): string | null {
  return isUtf8(bytes) ? decoder.decode(bytes) : null;
}

/** Whether bytes are UTF-16: by the byte order mark, or by the zero in the first ASCII letter. */
export function isUtf16([first, second]: Buffer): boolean {
  if (first === undefined || second === undefined) return false;
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff) || (first === 0) !== (second === 0);
}

/** The place of the first bytes that are not UTF-8. A lenient decoder puts a replacement character there. */
function firstBadPlace(file: string, bytes: Buffer): Place {
  const latin1 = bytes.toString('latin1').split('\n');
  const lines = latin1.map((line) => Buffer.from(line, 'latin1'));
  const index = lines.findIndex((line) => !isUtf8(line));
  const [before = ''] = new TextDecoder().decode(lines[index]).split('\ufffd');
  return { file, line: index + 1, column: [...before].length + 1 };
}
