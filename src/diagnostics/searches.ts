/** Where a search in mail programs is wider, and narrower, than a rule: by the kinds of its parts, and what else it has. */
export const SEARCH_DIFFERS: Readonly<Record<string, readonly [wider: string, narrower?: string]>> = {
  address: ['names too'],
  domain: ['names too, longer domains too in Gmail'],
  'domain-and-below': ['names too, longer domains too in Gmail', 'perhaps no subdomains in Outlook'],
  'name-or-address': ['any punctuation', 'whole words only (Outlook: beginnings of words)'],
  subject: ['any case, any punctuation', 'whole words only (Outlook: beginnings of words)'],
  copies: ['Cc and Bcc too in Gmail'],
  replies: ['replies too'],
  AND: ['what the AI rejects too'],
  OR: ['', 'nothing that the AI adds'],
};
