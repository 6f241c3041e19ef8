// The least that a plan must do: read the files, parse the YAML, GET the rules, parse the JSON. Bundled as well as can
// be (see floor-bundle.mjs), it is what plans are measured against. Usage: floor.cjs FOLDER BASE_URL
import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { parseAllDocuments } from 'yaml';

const [, , folder, baseUrl] = process.argv;

request(`${baseUrl}/rules`, { headers: { 'API-Key': process.env.INBOXCTL_API_KEY } }, (response) => {
  const chunks = [];
  response
    .on('data', (chunk) => chunks.push(chunk))
    .on('end', () => {
      const live = JSON.parse(Buffer.concat(chunks).toString()).rules.length;
      process.stdout.write(`${live} live, ${declared} declared\n`);
    });
}).end();

// While the request is on its way. Its answer cannot be handled before the last file is parsed.
let declared = 0;
for (const name of readdirSync(`${folder}/rules`)) {
  for (const document of parseAllDocuments(readFileSync(`${folder}/rules/${name}`, 'utf8'))) {
    document.toJS();
    declared += 1;
  }
}
