/** What commands print as JSON is what their schema says, with no key more. */
import { expect, it } from 'vitest';
import { accountsDocument } from '../../src/model/accounts.ts';
import { doctorDocument } from '../../src/model/doctor.ts';
import { explainDocument, listDocument } from '../../src/model/listing.ts';
import { explainMailDocument } from '../../src/model/mail.ts';
import { explainMailsDocument } from '../../src/model/mail-counts.ts';
import { pullDocument } from '../../src/model/pull.ts';
import { testDocument } from '../../src/model/tested.ts';
import { inboxctl } from '../harness/inboxctl.ts';
import { projectOf, serve } from '../harness/project.ts';

const FILES = {
  'rules/a.yaml': 'name: A\ncondition: { static: { subject: Invoice } }\nactions: [{ type: STAR }]\n',
  'tests/a.yaml': 'tests: [{ name: a, mail: { subject: Invoice 7 }, expect: { A: no } }]\n',
  'all.mbox': 'From 1@xxx Mon Nov 02 10:00:00 +0000 2026\nFrom: a@example.com\nSubject: Invoice 7\n\ntext\n\n',
};

it.each([
  ['accounts', accountsDocument],
  ['doctor', doctorDocument],
  ['explain', explainDocument],
  ['explain --subject Invoice', explainMailDocument],
  ['explain --mails all.mbox --verbose', explainMailsDocument],
  ['list', listDocument],
  ['pull --dry-run', pullDocument],
  ['test', testDocument],
])('%s', async (words, schema) => {
  const rules = [{ name: 'B', condition: { aiInstructions: 'b' }, actions: [{ type: 'ARCHIVE' }] }];
  const { env } = await serve({ seed: { rules } });
  const { stdout } = await inboxctl([...words.split(' '), '--format', 'json'], { cwd: projectOf(FILES), env });
  const document = JSON.parse(stdout);
  expect(schema.parse(document)).toEqual(document);
});
