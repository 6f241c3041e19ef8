// The licenses of the packages whose code is in a bundle, as the text that is shipped beside it.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** What the text is called, beside each bundle. */
export const NOTICES = 'THIRD-PARTY-NOTICES';

const LICENSE = /^(?:licen[cs]e|copying|notice)/i;

/** Takes the chunks of a build; gives the text. Throws where a package has no license to show. */
export function thirdPartyNotices(chunks) {
  const folders = new Set(chunks.flatMap(({ modules = {} }) => Object.keys(modules).flatMap(packageFolder)));
  const packages = [...folders].map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    const files = readdirSync(folder)
      .filter((file) => LICENSE.test(file))
      .sort();
    if (files.length === 0) throw new Error(`${name} is in a bundle and has no license file`);
    const texts = files.map((file) => readFileSync(path.join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim());
    return [`${name} ${version}${license === undefined ? '' : ` (${license})`}`, ...texts].join('\n\n');
  });
  const head = 'This bundle contains code of the packages below, under their own licenses.';
  // A package may be there in several places in one version.
  return `${[head, ...[...new Set(packages)].sort()].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

/** The folder of the package that a module belongs to; none for a module of ours. */
function packageFolder(id) {
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id.replaceAll('\\', '/'))?.[0] ?? [];
}
