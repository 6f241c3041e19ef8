/** What can be wrong with a file that is to be a mail. */
import { inQuotes, say, short, type Topic } from './message.ts';

export const mailFileProblems = {
  'mail-not-regular': ({ file }: { file: string }) => ({
    message: say`${inQuotes(short(file))} is not a regular file.`,
    remedy: say`Save the mail in a file of its own.`,
  }),
  'mail-without-headers': () => ({
    message: say`This is not a mail: it has no header such as \`From:\`, \`Subject:\` or \`Date:\`.`,
    remedy: say`Save the mail with its headers, as an .eml file; mail programs call that "Save as" or "Show original".`,
  }),
  /** `limit` is in bytes. */
  'mail-headers-too-long': ({ limit }: { limit: number }) => ({
    message: say`The headers of this mail are longer than ${limit / 1024 / 1024} MiB.`,
    remedy: say`An empty line ends the headers. Is it missing?`,
  }),
} satisfies Topic;
