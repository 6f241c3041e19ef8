/** Whether a body is a page, or other markup: then something in between answered, whatever the status says. */
export function isPage(text: string, contentType: string | null = null): boolean {
  // An address in angle brackets is not a tag.
  return /^\s*<[!?a-z][^\s<>@]*[\s>]/i.test(text) || /\bx?html\b/i.test(contentType ?? '');
}
