/** Markdown of ours cut where nothing is open: neither details nor a fenced block. */

const CUT = '_The rest of this plan does not fit here any more: the history of this comment has it._\n';

/** Takes Markdown; gives as much of it as fits into so many bytes of UTF-8. */
export function cutTo(markdown: string, bytes: number): string {
  if (Buffer.byteLength(markdown) <= bytes) return markdown;
  const room = bytes - Buffer.byteLength(CUT);
  if (room < 0) return '';
  let fence: string | null = null;
  let depth = 0;
  let size = 0;
  let safe = 0;
  let at = 0;
  for (const line of markdown.split('\n')) {
    size += Buffer.byteLength(line) + 1;
    if (size > room) break;
    at += line.length + 1;
    fence = fenceAfter(line, fence);
    if (fence === null) depth += tags(line, /<details[ >]/g) - tags(line, /<\/details>/g);
    // A line with text may go on in the next one.
    if (fence === null && depth <= 0 && (line.trim() === '' || line.startsWith('</details>'))) safe = at;
  }
  const kept = markdown.slice(0, safe).trimEnd();
  return kept === '' ? CUT : `${kept}\n\n${CUT}`;
}

/** The fence that is open after a line. */
function fenceAfter(line: string, fence: string | null): string | null {
  const found = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line.replace(/\r$/, ''));
  const [, run = '', info = ''] = found ?? [];
  if (found === null) return fence;
  if (fence === null) return run;
  return run.startsWith(fence) && info.trim() === '' ? null : fence;
}

function tags(line: string, tag: RegExp): number {
  return line.match(tag)?.length ?? 0;
}
