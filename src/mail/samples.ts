/** Prepares sample mails for matching, once for all rules of all accounts. */
import { type Mail, mailOf } from '../model/mail.ts';
import { type ReadMail, readMail } from './read-mail.ts';

type NamedMail = { name: string; mail: Mail; place: { file: string } };

export interface ReadSample {
  /** Unique in a run. */
  name: string;
  read: ReadMail;
}

/** Equal mails are one sample, with the first name. Another mail of a taken name gets its file added to it. */
export function readSamples(accounts: readonly (readonly NamedMail[])[]): ReadSample[][] {
  const byMail = new Map<string, ReadSample>();
  const names = new Set<string>();
  const sampleOf = ({ name, mail, place }: NamedMail): ReadSample => {
    const key = JSON.stringify(mailOf(mail));
    const known = byMail.get(key);
    if (known !== undefined) return known;
    const sample = { name: freeName(name, place.file, names), read: readMail(mail) };
    names.add(sample.name);
    byMail.set(key, sample);
    return sample;
  };
  // Thousands of accounts may share one folder, and then they share its list of samples.
  const lists = new Map(accounts.map((samples) => [samples, [] as ReadSample[]]));
  for (const [samples, read] of lists) for (const sample of new Set(samples.map(sampleOf))) read.push(sample);
  return accounts.map((samples) => lists.get(samples) ?? []);
}

function freeName(name: string, file: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let copy = 1; taken.has(free); copy += 1) free = `${name} (${file}${copy === 1 ? '' : `, ${copy}`})`;
  return free;
}
