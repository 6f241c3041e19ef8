/** Reads an mbox: mails, each after a separator. */
import { endOfHeaders, HEADERS_LIMIT, readHeaders } from '../load/read-mail.ts';
import type { Content } from './content.ts';

/**
 * `From jane@example.com Mon Nov 23 04:00:00 2026`, or just `From ` (Thunderbird), before a header. This alone decides:
 * programs quote such lines in bodies in different ways, or not at all.
 */
const SEPARATOR = /^From (?:(?=.*\d:\d\d)(?=.*(?:19|20)\d\d).*)?\r?\n[!-9;-~]+[ \t]*:/;

/** How git begins a patch. Such a line begins no mail, except in a mailbox by git. */
const PATCH = /^From [\da-f]{40,64} Mon Sep 17 00:00:00 2001\r?\n/;

/** In bytes: how much is needed to recognize a separator. */
export const SEPARATOR_LIMIT = 1024;

export function isSeparator(bytes: Buffer, at = 0, isByGit = true): boolean {
  const head = bytes.toString('latin1', at, at + SEPARATOR_LIMIT);
  return SEPARATOR.test(head) && (isByGit || !PATCH.test(head));
}

/** The index of the next separator, after the first byte. Infinity if there is none. */
function separatorIn(bytes: Buffer, isByGit: boolean): number {
  for (let at = bytes.indexOf('\nFrom '); at >= 0; at = bytes.indexOf('\nFrom ', at + 1)) {
    if (isSeparator(bytes, at + 1, isByGit)) return at + 1;
  }
  return Number.POSITIVE_INFINITY;
}

async function toSeparator(content: Content, isByGit: boolean): Promise<boolean> {
  for (;;) {
    const at = separatorIn(content.bytes, isByGit);
    const isFound = at < Number.POSITIVE_INFINITY;
    // Keep the end: a separator may begin there.
    content.skip(isFound ? at : Math.max(0, content.bytes.length - SEPARATOR_LIMIT));
    if (isFound || !(await content.more())) return isFound;
  }
}

/** The header section at the beginning of a content. Of one that is too long, one byte more than the limit. */
async function headerSection(content: Content, isMbox: boolean, isByGit: boolean): Promise<Buffer> {
  // Most sections are far shorter than the window.
  for (let size = 4096; ; size = Math.min(2 * size, HEADERS_LIMIT + 1)) {
    await content.atLeast(size);
    const known = content.bytes.subarray(0, size);
    const end = endOfHeaders(known);
    const section = known.subarray(0, end ?? size);
    const next = isMbox ? separatorIn(section, isByGit) : Number.POSITIVE_INFINITY;
    if (end !== null || next < size || size > HEADERS_LIMIT) return section.subarray(0, next);
    if (known.length < size) {
      content.checkEnd();
      return section;
    }
  }
}

const CONTENT_LENGTH = '\nContent-Length:';

/** Header sections, one after another in one buffer: as values of their own, small ones would make the heap grow. */
class HeldSections {
  #room = Buffer.alloc(0);
  #ends: number[] = [];

  /** Returns false if there is no room left. */
  add(section: Buffer): boolean {
    const start = this.#ends.at(-1) ?? 0;
    if (start + section.length > HELD_LIMIT || this.#ends.length === HELD_MAILS) return false;
    if (this.#room.length === 0) this.#room = Buffer.allocUnsafe(HELD_LIMIT);
    section.copy(this.#room, start);
    this.#ends.push(start + section.length);
    return true;
  }

  /** Yields each section and forgets all of them. */
  *taken(): Generator<Buffer> {
    let start = 0;
    for (const end of this.#ends.splice(0)) {
      yield this.#room.subarray(start, end);
      start = end;
    }
  }
}

/** In bytes. */
const HELD_LIMIT = 4 * 1024 * 1024;
const HELD_MAILS = 1_000;

/** Reads the mails of an mbox, which begins with a separator, or the one mail that a content is. */
export async function readMailbox(
  content: Content,
  isMbox: boolean,
  take: (read: ReturnType<typeof readHeaders>) => void,
): Promise<void> {
  // In mboxcl2, a body may contain separators, and Content-Length says where it ends. So hold the mails that begin before
  // that end, and drop them if the next mail, or the end of the file, is just there.
  const held = new HeldSections();
  const isByGit = PATCH.test(content.bytes.toString('latin1', 0, SEPARATOR_LIMIT));
  let claimed = 0;
  const settle = (end: number) => {
    // An empty line may follow the body.
    const isClaimTrue = end >= claimed && end <= claimed + 2;
    for (const section of held.taken()) if (!isClaimTrue) take(readHeaders(section));
  };
  try {
    do {
      const { offset } = content;
      const section = await headerSection(content, isMbox, isByGit);
      if (offset >= claimed || !held.add(section)) {
        settle(offset);
        take(readHeaders(section));
        const at = section.indexOf(CONTENT_LENGTH);
        const length = at < 0 ? 0 : Number.parseInt(section.toString('latin1', at + CONTENT_LENGTH.length), 10);
        claimed = offset + section.length + (length || 0);
      }
      content.skip(section.length - 1);
    } while (isMbox && (await toSeparator(content, isByGit)));
  } finally {
    settle(content.offset + content.bytes.length);
  }
}
