// `show`: the plans of all shards as one page, one text and one JSON. Each must tell what the shards told, and nothing else.
import { isDeepStrictEqual } from 'node:util';
import { opened } from './opening.mjs';
import { measured } from './shards.mjs';
import { membersOf, problemsOfMembers } from './verifying.mjs';

/** Takes the plan files of all shards, their plans and the fleet; prints what merging took, and gives what is wrong. */
export async function merge(files, shards, fleet, where) {
  const show = async (name, format) => {
    const done = await measured(name, ['show', ...files, '--format', format], where);
    const size = (Buffer.byteLength(done.text) / 1e3).toFixed(0);
    console.log(
      `show --format ${format}: ${(done.ms / 1_000).toFixed(1)} s; peak ${done.mebibytes.toFixed(0)} MiB; ${size} kB`,
    );
    return done;
  };
  const json = await show('merged.json', 'json');
  const text = await show('merged.txt', 'text');
  const html = await show('merged.html', 'html');
  const page = await opened(html.file);
  console.log(
    `the page opens in ${(page.ms / 1_000).toFixed(1)} s in Chromium ${page.version}; its folded accounts in ${(page.unfolded / 1_000).toFixed(1)} s`,
  );
  const merged = JSON.parse(json.text);
  const plans = shards.map(({ document }) => document);
  return [
    ...[json, text, html].flatMap(({ code, file }) => (code === 0 ? [] : [`show ended with ${code} for ${file}`])),
    ...problemsOfJson(merged, plans, fleet),
    ...differing('the text', { saysHowMany: true }, { saysHowMany: text.text.includes(unread(fleet)) }),
    ...problemsOfPage(page, merged, fleet),
  ];
}

function problemsOfJson(merged, plans, fleet) {
  const [members] = membersOf([{ document: merged }], fleet);
  const accounts = plans.flatMap((plan) => plan.accounts);
  return [
    ...differing('the JSON', told(plans), told([merged])),
    ...differing('the accounts of the JSON', byName(accounts), byName(merged.accounts)),
    ...problemsOfMembers('plan', merged, members, { changes: true }),
  ];
}

/** What plans tell together. */
function told(plans) {
  const changes = plans.flatMap((plan) => plan.changes);
  const sums = plans.flatMap(({ summary }) => Object.entries(summary));
  const summary = {};
  for (const [what, number] of sums) summary[what] = (summary[what] ?? 0) + number;
  return {
    complete: plans.every(({ complete }) => complete),
    summary,
    changes: changes.map(({ digest }) => digest).sort(),
  };
}

/** Without the name of the key, which a plan of one key has once for all accounts. */
function byName(accounts) {
  return Object.fromEntries(accounts.map(({ keyId: _, ...account }) => [account.name, account]));
}

function problemsOfPage({ title, boxes, accounts, failed, changes }, { summary, changes: all }, fleet) {
  const grouped = (number) => number.toLocaleString('en-US');
  const { create, replace, delete: deleted } = summary;
  const alike = new Set(all.map(({ op, name, before, after }) => JSON.stringify([op, name, before, after])));
  const expected = {
    counts: `${grouped(create)} to create, ${grouped(replace)} to replace, ${grouped(deleted)} to delete`,
    says: true,
    accounts: fleet.map(({ name }) => name).sort(),
    failed: namesOfUnread(fleet),
    // Equal ones are there once.
    entries: alike.size,
    changes: all.length,
  };
  return differing('the page', expected, {
    counts: title.replace(/^.*: /, ''),
    says: boxes.includes(unread(fleet)),
    accounts: [...accounts].sort(),
    failed: [...failed].sort(),
    entries: changes.length,
    changes: changes.reduce((sum, number) => sum + number, 0),
  });
}

function namesOfUnread(fleet) {
  const unread = fleet.filter(({ exit }) => exit?.plan === 1 || exit?.plan === 3);
  return unread.map(({ name }) => name).sort();
}

function unread(fleet) {
  const [some, all] = [namesOfUnread(fleet), fleet].map(({ length }) => length.toLocaleString('en-US'));
  return `${some} of ${all} accounts could not be planned`;
}

function differing(where, expected, found) {
  return Object.keys(expected).flatMap((what) =>
    isDeepStrictEqual(found[what], expected[what])
      ? []
      : [`${what} of ${where}: ${said(found[what])}, not ${said(expected[what])}`],
  );
}

function said(value) {
  return JSON.stringify(value).slice(0, 500);
}
