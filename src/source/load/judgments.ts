/** Reads the file of recorded judgments. inboxctl writes it, but merges and people may break it. */
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { jsonIn } from '../../model/json.ts';
import { type Judgment, judgmentsFile } from '../../model/judgments.ts';
import { nearest } from '../../model/nearest.ts';
import { DISK } from '../tree.ts';
import type { RuleFile } from './find-files.ts';
import { readRuleFile } from './read-file.ts';
import { asJson, parseSettings, type SettingFinding } from './settings-text.ts';

export interface ReadJudgments {
  judgments: Judgment[];
  problems: Diagnostic[];
}

/** In bytes: about fifty thousand judgments. */
const LIMIT = 16 * 1024 * 1024;

/** The judgments of a file, or what is wrong with it. A file that does not exist has none. */
export function readJudgments(file: RuleFile): ReadJudgments {
  if (DISK.kindOf(file.path) === null) return { judgments: [], problems: [] };
  const text = readRuleFile(file, LIMIT);
  if (typeof text !== 'string') return { judgments: [], problems: [text] };
  const plain = jsonIn(text);
  const judgments = judgmentsFile.safeParse(plain).data?.judgments;
  if (judgments !== undefined && twice(judgments).length === 0 && !hasKeyTwice(text, judgments))
    return { judgments, problems: [] };
  // Places are only needed for problems, and finding them takes much longer.
  const read = parseSettings('judgments', file.shown, text);
  if ('problems' in read) return { judgments: [], problems: asJson(read.problems, 'judgments-not-json') };
  if (plain === undefined) return { judgments: [], problems: read.placed([NOT_JSON]) };
  return { judgments: [], problems: read.placed(findingsOf(read.value)) };
}

/**
 * Whether a mapping has a key twice: then more keys are written than JSON.parse read, which takes the last one. A text cannot
 * look like a key, since a quote in it has a backslash.
 */
function hasKeyTwice(text: string, judgments: readonly Judgment[]): boolean {
  const read = judgments.reduce((sum, one) => sum + Object.keys(one).length, FILE_KEYS.length);
  return (text.match(/"\w+"\s*:/g) ?? []).length > read;
}

/** The file is YAML and not JSON: it has a comment, or a comma that a merge left after the last line. */
const NOT_JSON: SettingFinding = { code: 'judgments-not-json', args: {}, path: [], at: 'value' };

function findingsOf(value: object): SettingFinding[] {
  const { data, error } = judgmentsFile.safeParse(value);
  const version: unknown = Reflect.get(value, 'formatVersion');
  if (typeof version === 'number' && version > 1) {
    return [{ code: 'judgments-newer', args: { version }, path: ['formatVersion'], at: 'value' }];
  }
  if (data !== undefined) return twice(data.judgments);
  return error.issues.flatMap((issue): SettingFinding[] => {
    const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
    const shown = (more: string[]) => [...path, ...more].join('.');
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => {
        const proposal = nearest(key, path.length === 0 ? FILE_KEYS : JUDGMENT_KEYS, 2);
        const args = { key: shown([key]), problem: 'unknown', proposal } as const;
        return { code: 'judgments-wrong', args, path: [...path, key], at: 'key' };
      });
    }
    const found = path.reduce((inner: unknown, key) => Reflect.get(Object(inner), key), value as unknown);
    const problem = found === undefined ? 'missing' : 'wrong';
    return [{ code: 'judgments-wrong', args: { key: shown([]), problem, proposal: null }, path, at: 'value' }];
  });
}

const FILE_KEYS = Object.keys(judgmentsFile.shape);
const JUDGMENT_KEYS = Object.keys(judgmentsFile.shape.judgments.element.shape);

/** Judgments with the key of an earlier one, because a merge kept both. */
function twice(judgments: readonly Judgment[]): SettingFinding[] {
  const first = new Map<string, Judgment>();
  return judgments.flatMap((one, index): SettingFinding[] => {
    const earlier = first.get(one.key);
    if (earlier === undefined) {
      first.set(one.key, one);
      return [];
    }
    const args = { rule: one.rule, differs: one.answer !== earlier.answer };
    return [{ code: 'judgments-twice', args, path: ['judgments', index, 'key'], at: 'value' }];
  });
}
