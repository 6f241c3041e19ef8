// What reading many inboxes takes at least: GETs their rules in waves of so many at once, with the same HTTP client, and
// parses the answers. Usage: waves.cjs BASE_URL AT_ONCE, with the keys in variables INBOXCTL_KEY_0, INBOXCTL_KEY_1, ….
import { Agent, request } from 'undici';

const [, , baseUrl, atOnce] = process.argv;
const keys = Object.entries(process.env).flatMap(([name, value]) => (name.startsWith('INBOXCTL_KEY_') ? [value] : []));
const dispatcher = new Agent({ connections: Number(atOnce) });

async function rulesOf(key) {
  const { body } = await request(`${baseUrl}/rules`, { dispatcher, headers: { 'API-Key': key } });
  const { rules } = await body.json();
  return rules.length;
}

async function readAll() {
  while (keys.length > 0) await Promise.all(keys.splice(0, Number(atOnce)).map(rulesOf));
  process.exit();
}

readAll();
