import { linkSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { findMailSources } from '../../../src/source/mailbox/find.ts';
import { projectOf } from '../../harness/project.ts';
import { mboxOf, readIn } from './mailboxes.ts';

const ONE = 'Subject: one\n\nbody';

function shownIn(cwd: string, ...paths: string[]): string[] {
  const { sources, leftOut } = findMailSources(paths, cwd);
  return [...sources.map(({ shown }) => shown), ...leftOut.map(({ shown, reason }) => `${shown}: ${reason}`)];
}

test('finds mail files and mboxes at any depth, by name or by content', () => {
  const cwd = projectOf({
    'a.eml': ONE,
    'A.EML.gz': gzipSync(ONE),
    'Name.mbox/mbox': mboxOf('apple'),
    'Name.mbox/table_of_contents': 'x',
    'deep/er/Inbox': mboxOf('thunderbird'),
    'deep/er/Inbox.msf': '// index',
    'deep/er/Old.gz': gzipSync(mboxOf('zipped')),
    'deep/er/other.gz': gzipSync('From here on'),
    'deep/er/cut.gz': gzipSync(mboxOf('cut', ['long', 'body\n'.repeat(10_000)])).subarray(0, 90),
    'empty.mbox': '',
    'notes.txt': ONE,
    '.hidden.eml': ONE,
    '.git/objects/a.eml': ONE,
  });
  const found = [
    ...['A.EML.gz', 'Name.mbox/mbox', 'a.eml', 'deep/er/Inbox', 'deep/er/Old.gz', 'deep/er/cut.gz', 'empty.mbox'],
  ];
  expect(shownIn(cwd, '.')).toEqual(found);
  expect(shownIn(path.join(cwd, 'deep'), '..').slice(0, 2)).toEqual(['../A.EML.gz', '../Name.mbox/mbox']);
});

test('reads a path that is given whatever its name is', async () => {
  const cwd = projectOf({ 'a.txt': ONE, '.b': mboxOf('two'), '.c/d.eml': ONE });
  expect((await readIn(cwd, ['a.txt', '.b', '.c'])).subjects).toEqual(['one', 'two', 'one']);
});

test('reads what is in a Maildir whatever its name is, and nothing that is not delivered yet', () => {
  const cwd = projectOf({
    'Mail/cur/1.M1.host:2,S': ONE,
    'Mail/cur/.nfs1': ONE,
    'Mail/new/2': ONE,
    'Mail/tmp/3.eml': ONE,
    'Mail/dovecot.index': 'x',
    'Mail/.Sent/cur/4': ONE,
    'Mail/.Sent/new/5': ONE,
    'Mail/.Sent/tmp/6.eml': ONE,
    'Mail/nested/cur/7': ONE,
    'Mail/nested/new/8': ONE,
    'Mail/.notes/9.eml': ONE,
    'tmp/10.eml': ONE,
  });
  const sent = ['Mail/.Sent/cur/4', 'Mail/.Sent/new/5'];
  const all = [...sent, 'Mail/cur/1.M1.host:2,S', 'Mail/nested/cur/7', 'Mail/nested/new/8', 'Mail/new/2', 'tmp/10.eml'];
  expect(shownIn(cwd, '.')).toEqual(all);
  expect(shownIn(cwd, 'Mail/cur')).toEqual(['Mail/cur/1.M1.host:2,S']);
});

test('a folder with mails in cur is a Maildir, also if git dropped what was empty', () => {
  const cwd = projectOf({
    'Mail/cur/1:2,S': ONE,
    'Mail/.Sent/cur/2:2,S': ONE,
    'Mail/.Sent/cur/.nfs': ONE,
    'With tmp/cur/3': ONE,
    'With tmp/tmp/4': ONE,
    'src/cur/notes.txt': 'no mail\n',
    'src/cur/deep/5.eml': ONE,
    'src/tmp/6.eml': ONE,
    'file/cur': 'no folder',
    'file/7.eml': ONE,
  });
  const mails = ['Mail/.Sent/cur/2:2,S', 'Mail/cur/1:2,S', 'With tmp/cur/3'];
  expect(shownIn(cwd, '.')).toEqual([...mails, 'file/7.eml', 'src/cur/deep/5.eml', 'src/tmp/6.eml']);
  expect(shownIn(cwd, 'Mail/cur')).toEqual(['Mail/cur/1:2,S']);
});

test('follows links, and reads each file once', () => {
  const cwd = projectOf({ 'a.eml': ONE, 'in/b.eml': ONE, 'elsewhere/c.eml': ONE, 'elsewhere/d.mbox': mboxOf('d') });
  const at = (name: string) => path.join(cwd, name);
  symlinkSync(at('elsewhere'), at('in/folder'));
  symlinkSync(at('a.eml'), at('in/a.eml'));
  symlinkSync('..', at('in/loop'));
  symlinkSync('.', at('in/self'));
  symlinkSync('round.eml', at('in/round.eml'));
  symlinkSync('nothing', at('in/broken'));
  const linked = ['in/a.eml', 'in/b.eml', 'in/folder/c.eml', 'in/folder/d.mbox', 'in/round.eml: unreadable'];
  expect(shownIn(cwd, 'in')).toEqual(linked);
  expect(shownIn(cwd, 'a.eml', './a.eml', at('a.eml'), 'in/a.eml')).toEqual(['a.eml']);
  expect(shownIn(cwd, 'elsewhere', 'elsewhere', 'in/folder', 'elsewhere/d.mbox')).toHaveLength(2);
});

test('a copy of a mail by a second name of its file counts', () => {
  const cwd = projectOf({ 'a.eml': ONE });
  linkSync(path.join(cwd, 'a.eml'), path.join(cwd, 'b.eml'));
  expect(shownIn(cwd, '.')).toEqual(['a.eml', 'b.eml']);
});

test('a folder without a mail is named, and so is what is not there', () => {
  const cwd = projectOf({ 'none/notes.txt': 'x', 'none/deep/er/b.txt': 'x', 'some/a.eml': ONE });
  expect(shownIn(cwd, 'none', 'some', 'gone', 'some/a.eml/b', 'bad\0name')).toEqual([
    ...['some/a.eml', 'none: no-mails', 'gone: unreadable', 'some/a.eml/b: unreadable', 'bad\0name: unreadable'],
  ]);
});
