// Rules against mail: many tests and many sample mails of a plan, and how each grows with ten times as much; and a long mail.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { exponents, median, ratio, timed } from './measuring.mjs';
import { KEY, ruleNumber, seedOf, startSandbox, writeProject } from './projects.mjs';

/** Writes so many tests, 200 in each file, of a project with so many rules; each says of every rule what it does. */
function writeTests(project, count, rules) {
  mkdirSync(path.join(project, 'tests'));
  for (let first = 0; first < count; first += 200) {
    const numbers = Array.from({ length: Math.min(200, count - first) }, (_, index) => first + index);
    const text = numbers.map((number) => testNumber(number, number % rules)).join('');
    writeFileSync(path.join(project, 'tests', `tests-${first}.yaml`), `tests:\n${text}`);
  }
}

function testNumber(number, rule) {
  return `  - name: mail ${number} is about project ${rule}
    mail: { from: Jane Doe <jane-${number}@example.org>, to: team-${rule}@example.com, subject: Minutes ${number} }
    judged: { Rule ${rule}: yes }
    expect: { Rule ${rule}: matches }
    others: no
`;
}

/** Takes the surroundings (see index.mjs); yields each target's name with what was measured. */
async function* manyTests({ node, program, home, env, rounds }) {
  const commands = [1, 1_000, 10_000].map((count) => {
    const project = path.join(home, `tests-${count}`);
    writeProject(project, 200);
    writeTests(project, count, 200);
    return [node, program, 'test', '-C', project];
  });
  const times = timed(commands, { cwd: home, env, rounds: rounds(9) });
  yield ['tests', median(times.map(([, , most]) => most)) / 1_000];
  yield ['tests-growth', median(exponents(times))];
}

async function* manySamples({ node, program, home, env, rounds }) {
  const seed = seedOf(1_000, (index) => (index % 10 === 0 ? renumbered(index) : ruleNumber(index)));
  const { baseUrl, stop } = await startSandbox(seed, { program, home });
  try {
    const plans = [0, 500, 5_000].map((count) => {
      const project = path.join(home, `samples-${count}`);
      writeProject(project, 1_000);
      writeTests(project, count, 1_000);
      return [node, program, 'plan', '-C', project, '--base-url', baseUrl];
    });
    const times = timed(plans, { cwd: home, env: { ...env, INBOXCTL_API_KEY: KEY }, rounds: rounds(15) });
    yield ['samples', ratio(times, 1, 0)];
    yield ['samples-growth', median(exponents(times))];
  } finally {
    stop();
  }
}

/** Live rules that match other mails than the declared ones. */
function renumbered(index) {
  const { condition, ...rule } = ruleNumber(index);
  return { ...rule, condition: { ...condition, static: { ...condition.static, to: `old-${index}@example.com` } } };
}

async function* longMail({ node, program, home, env, rounds }) {
  const project = path.join(home, 'long-mails');
  writeProject(project, 200);
  const head = 'From: Jane Doe <jane@example.org>\r\nTo: me@example.org\r\nSubject: Minutes\r\n\r\n';
  const line = `${'A'.repeat(76)}\r\n`;
  const file = path.join(home, 'long.eml');
  writeFileSync(file, head + line.repeat(20_000_000 / line.length));
  const times = timed([[node, program, 'explain', '--mail', file, '-C', project]], {
    cwd: home,
    env,
    rounds: rounds(9),
  });
  yield ['mail', median(times.map(([time]) => time)) / 1_000];
}

export const mails = [
  { names: ['tests', 'tests-growth'], measure: manyTests },
  { names: ['samples', 'samples-growth'], measure: manySamples },
  { names: ['mail'], measure: longMail },
];
