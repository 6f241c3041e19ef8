// Mails of a mailbox against rules: an mbox of 1 GB, beside one pass of grep over it.
import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { exponents, median, ratio, timed, usualPeak } from './measuring.mjs';

/** In bytes, with its headers, as in an export of a mailbox with attachments. */
const MAIL = 32 * 1024;

/** Writes an mbox of so many mails; gives its path. */
function writeMbox(home, count) {
  const file = path.join(home, `${count}.mbox`);
  const handle = openSync(file, 'w');
  for (let number = 0; number < count; number += 1) writeSync(handle, mailNumber(number));
  closeSync(handle);
  return file;
}

/** An attachment. The same in each run: multiples of a number that is prime. */
const BODY = Buffer.from(Array.from({ length: MAIL }, (_, index) => ((index * 2_654_435_761) >>> 11) % 256))
  .toString('base64')
  .replace(/.{76}/g, '$&\n');

function mailNumber(number) {
  const hop = `Received: from mx-${number % 7}.example.net (mx.example.net [192.0.2.${number % 250}])\n by mail.example.com with ESMTPS id ${number};\n Mon, 02 Nov 2026 08:00:00 +0000\n`;
  const isEncoded = number % 3 === 0;
  const head = `From ${number}@xxx Mon Nov 02 08:00:00 +0000 2026
Delivered-To: team-${number % 400}@example.com
${hop.repeat(4)}DKIM-Signature: v=1; a=rsa-sha256; d=example.org;\n b=${'b'.repeat(300)}
From: ${isEncoded ? '=?UTF-8?Q?J=C3=A4ne?=' : 'Jane'} <jane-${number % 500}@example.org>
To: team-${number % 400}@example.com
Subject: ${isEncoded ? `=?UTF-8?B?${Buffer.from(`Minütes ${number}`).toString('base64')}?=` : `Minutes ${number}`}
Message-ID: <${number}@example.org>
Content-Type: text/plain

`;
  return `${head}${BODY.slice(0, MAIL - head.length)}\n`;
}

/** Takes the surroundings (see index.mjs); yields each target's name with what was measured. */
async function* mailbox({ node, program, home, env, rounds }) {
  const [one, tenth, whole] = [1, 3_200, 32_000].map((count) => writeMbox(home, count));
  const explained = (rules, file) => [node, program, 'explain', '--mails', file, '-C', projectOf(home, rules)];
  // grep that writes to /dev/null stops at the first match.
  const grep = ['sh', '-c', `grep -c '^From ' ${whole} | cat`];
  const commands = [grep, explained(10, whole), explained(200, whole)];
  const times = timed(commands, { cwd: home, env, rounds: rounds(5) });
  yield ['mailbox', ratio(times, 1, 0)];
  yield ['mailbox-rules', ratio(times, 2, 0)];
  yield ['mailbox-memory', usualPeak(explained(200, whole), { cwd: home, env })];
  const sizes = [one, tenth, whole].map((file) => explained(200, file));
  yield ['mailbox-growth', median(exponents(timed(sizes, { cwd: home, env, rounds: rounds(5) })))];
}

function projectOf(home, count) {
  const project = path.join(home, `mailbox-${count}`);
  mkdirSync(path.join(project, 'rules'), { recursive: true });
  const rules = Array.from({ length: count }, (_, index) => ofSender(index));
  writeFileSync(path.join(project, 'rules/all.yaml'), JSON.stringify({ rules }));
  return project;
}

/** Most rules are about a sender, one in ten is about a subject. */
function ofSender(index) {
  const parts = index % 10 === 0 ? { subject: `Minutes ${index}` } : { from: `jane-${index}@example.org` };
  return { name: `Rule ${index}`, condition: { static: parts }, actions: [{ type: 'ARCHIVE' }] };
}

export const mailboxes = {
  names: ['mailbox', 'mailbox-rules', 'mailbox-memory', 'mailbox-growth'],
  measure: mailbox,
};
