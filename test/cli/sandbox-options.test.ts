/** The options of `inboxctl sandbox`: rates, and what is said about a fault that is none. */
import { describe, expect, it } from 'vitest';
import { unusableFault } from '../../src/cli/commands/sandbox.ts';
import { perSecond } from '../../src/cli/options.ts';
import { describe as messageOf } from '../../src/diagnostics/describe.ts';
import { faultOf } from '../../src/sandbox/faults/faults.ts';
import { FAULT_KIND_NAMES, FAULT_KINDS } from '../../src/sandbox/faults/kinds.ts';
import { COMMANDS } from '../harness/commands.ts';

describe('--rate', () => {
  it.each([
    ['10', { ratePerSecond: 10 }],
    ['10/s', { ratePerSecond: 10 }],
    ['10/s,burst=1', { ratePerSecond: 10, burst: 1 }],
    ['100000,burst=100000', { ratePerSecond: 100_000, burst: 100_000 }],
  ])('%s', (text, rate) => {
    expect(perSecond(text)).toEqual(rate);
  });

  it.each(['', 'x', '0', '0/s', '100001/s', '1.5/s', '10/m', '10/s,5', '10/s,burst=', '10/s,burst=0', '1/s,burst=1,'])(
    'not %j',
    (text) => {
      expect(() => perSecond(text)).toThrow('It takes N/s or N/s,burst=N, with whole numbers from 1 to 100000.');
    },
  );
});

/** What is said about a text, as one line. */
function said(text: string): string {
  const read = faultOf(text);
  if (!('part' in read)) return 'a fault';
  const { message, remedy } = messageOf(unusableFault(read));
  return `${message} ${remedy}`;
}

describe('--fault that is none', () => {
  it.each([
    [
      'POST /rules',
      /^"POST \/rules" is not a valid fault\. Write something like .*; the form is: METHOD PATH KIND \[WHEN\] \[inbox=NAME\]$/,
    ],
    [
      'post /rules html',
      /^"post" in --fault "post \/rules html" is not a valid method\. Did you mean POST\? Use one of: GET, /,
    ],
    ['POSTS /rules html', / Did you mean POST\? /],
    ['OPTIONS /rules html', /is not a valid method\. Use one of: GET, POST, PUT, DELETE, \*$/],
    ['POST rules html', /^"rules" .* is not a valid path below \/api\/v1\. Such as: \/rules, \/rules\/\*, \*$/],
    ['POST /rules rest-after', / Did you mean reset-after\? Use one of: .*reset-before.*, slow=MS, /],
    ['POST /rules reset', / Did you mean reset-before or reset-after\? /],
    ['POST /rules 500', / Did you mean 500-before or 500-after\? /],
    ['POST /rules HTML', / Did you mean html or html-before\? /],
    ['POST /rules slw=100', / Did you mean slow=MS\? /],
    ['POST /rules trunkated', / Did you mean truncated\? /],
    ['POST /rules explode', / is not a valid kind of fault\. Use one of: /],
    ['POST /rules slow', /^"slow" .* Write: slow=MS with MS from 1 to 600000$/],
    ['POST /rules 429-retry-after=x', / Write: 429-retry-after\[=SECONDS\] with SECONDS from 0 to 3600$/],
    ['POST /rules html=1', / Write: html$/],
    ['POST /rules html twice', /^"twice" .* does not say when\. Leave it out for always, or write such as: @2, /],
    ['POST /rules \u001b[31mhtml', /^"\\u\{1b\}\[31mhtml" /],
  ])('%j', (text, words) => {
    expect(said(text)).toMatch(words);
  });

  it('of an inbox that is not there names those that are, harmless whatever they are called', () => {
    const inboxes = ['alice', 'bob', 'x\u001b[31m'];
    const unknown = (name: string, allowed: readonly string[]) => {
      const word = `inbox=${name}`;
      const { message, remedy } = messageOf(
        unusableFault({ text: `GET * html ${word}`, part: 'inbox-unknown', word, allowed }),
      );
      return `${message} ${remedy}`;
    };
    expect(unknown('alcie', inboxes)).toBe(
      '"inbox=alcie" in --fault "GET * html inbox=alcie" fits no inbox of the sandbox. ' +
        'Did you mean inbox=alice? Its inboxes: alice, bob, x\\u{1b}[31m',
    );
    const many = Array.from({ length: 5_000 }, (_, index) => `inbox ${index}`);
    expect(unknown('zzz', many)).toMatch(/ Its inboxes: inbox 0, .*, inbox 9 and 4,990 more$/);
  });

  it('is told about a long word without a search for what was meant', () => {
    expect(said(`POST /rules ${'reset-'.repeat(100_000)}`)).not.toContain('Did you mean');
  });
});

it('the help names each kind, where it belongs', () => {
  const { description } = COMMANDS.find(({ name }) => name === 'sandbox') ?? { description: '' };
  const [, nothing = '', done = ''] =
    /do not carry the request out: (.*?)\. .*carry it out.*?: (.*?)\.$/s.exec(description) ?? [];
  const kinds = (list: string) =>
    list
      .split(', ')
      .map((word) => word.replace(/[[=].*/, ''))
      .sort();
  expect(kinds(nothing)).toEqual(FAULT_KIND_NAMES.filter((kind) => !FAULT_KINDS[kind].done).sort());
  expect(kinds(done)).toEqual(FAULT_KIND_NAMES.filter((kind) => FAULT_KINDS[kind].done).sort());
});
