// The least that a plan must do: read the files, parse the YAML, GET the rules, parse the JSON.
import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { parseAllDocuments } from 'yaml';

const { INBOXCTL_BASE_URL, INBOXCTL_API_KEY } = process.env;

const answer = new Promise((resolve, reject) => {
  request(`${INBOXCTL_BASE_URL}/rules`, { headers: { 'API-Key': INBOXCTL_API_KEY } }, (response) => {
    const chunks = [];
    response.on('data', (chunk) => chunks.push(chunk)).on('end', () => resolve(Buffer.concat(chunks).toString()));
  })
    .on('error', reject)
    .end();
});

let declared = 0;
for (const name of readdirSync('rules')) {
  for (const document of parseAllDocuments(readFileSync(`rules/${name}`, 'utf8'))) {
    document.toJS();
    declared += 1;
  }
}
const live = JSON.parse(await answer).rules.length;
process.stdout.write(`${live} live, ${declared} declared\n`);
