// The tables of docs/performance.md, made from bench/results.json. `--record` writes them; a test compares.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PEERS } from './peers/list.mjs';
import { shown, TARGETS } from './targets.mjs';

const ROOT = path.resolve(import.meta.dirname, '..');
const PAGE = path.join(ROOT, 'docs/performance.md');

/** What is between the markers of each table, by the table's name, as bench/results.json has it. */
export function tables() {
  const { targets = {}, peers = {} } = JSON.parse(readFileSync(path.join(ROOT, 'bench/results.json'), 'utf8'));
  return { speed: speedTable(targets), peers: peersTable(peers) };
}

/** A table as the page has it; null if its markers are missing. */
export function standing(name) {
  return marker(name).exec(readFileSync(PAGE, 'utf8'))?.[2] ?? null;
}

/** Writes all tables into the page. */
export function writeTables() {
  const made = tables();
  const text = readFileSync(PAGE, 'utf8');
  const changed = Object.keys(made).reduce(
    (before, name) => before.replace(marker(name), (_, start, __, end) => start + made[name] + end),
    text,
  );
  writeFileSync(PAGE, changed);
}

function marker(name) {
  return new RegExp(`(<!-- ${name}: made by bench/tables.mjs -->\n)([\\s\\S]*?)(<!-- end -->)`);
}

function speedTable(targets) {
  const nodes = Object.keys(targets);
  const rows = Object.entries(TARGETS).map(([name, { what, against, unit = '×', atMost }]) => {
    const measured = nodes.map((node) => {
      const value = targets[node].measured[name];
      return value === undefined ? 'not measured' : `${shown(name, value)} ${unit}`.trim();
    });
    return [what, against, `${atMost} ${unit}`.trim(), ...measured];
  });
  const head = ['what', 'against', 'at most', ...nodes.map((node) => `Node ${targets[node].node}`)];
  return `${nodes.map((node) => measuredOn(targets[node])).join('')}\n${table(head, rows)}`;
}

function peersTable(peers) {
  const rows = Object.values(peers).flatMap(({ measured }) =>
    // How long a start takes, one of the two says.
    Object.entries(PEERS)
      .filter(([name]) => !name.endsWith('--version'))
      .map(([name, { what, lacks }]) => {
        const { ms, times, mebibytes } = measured[name] ?? {};
        if (ms === undefined) return [what, '', '', '', lacks];
        return [what, `${ms} ms`, `${times.toFixed(1)} ×`, `${mebibytes} MiB`, lacks];
      }),
  );
  const said = Object.values(peers).map(measuredOn).join('');
  return `${said}\n${table(['what', 'time', 'to inboxctl', 'peak memory', 'lacks'], rows)}`;
}

function measuredOn({ node, date, cores, cpu, memoryGiB }) {
  return `Node ${node} on ${date}, ${cores} cores (${cpu}), ${memoryGiB} GiB.\n`;
}

function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |\n`;
  return line(head) + line(head.map(() => '---')) + rows.map(line).join('');
}
