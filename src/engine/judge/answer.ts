/** Reads the answer that the judge wrote. */
import type { Finding } from '../../diagnostics/diagnostic.ts';
import { jsonIn } from '../../model/json.ts';
import { type JudgeAnswer, type JudgeRequest, judgeAnswer } from '../../model/judgments.ts';
import { nearest } from '../../model/nearest.ts';

/** The answer in the judge's output, or what is wrong with it. An answer names only rules that it was asked about. */
export function answerIn(text: string, { rules }: Pick<JudgeRequest, 'rules'>): { answer: JudgeAnswer } | Finding {
  const json = jsonIn(text.replace(/^\uFEFF/, ''));
  if (json === undefined) return { code: 'judge-not-json', args: { written: text.trim() } };
  const { data: answer, error } = judgeAnswer.safeParse(json);
  if (error !== undefined) return wrong(error.issues[0], json);
  const asked = rules.map(({ name }) => name);
  const unknown = answer.matches.find((name) => !asked.includes(name));
  if (unknown === undefined) return { answer };
  return { code: 'judge-unknown-rule', args: { name: unknown, asked, proposal: nearest(unknown, asked, 2) } };
}

type Issue = NonNullable<ReturnType<typeof judgeAnswer.safeParse>['error']>['issues'][number];

/** What is wrong with an answer. An unknown key comes first: it may be a misspelled `matches`. */
function wrong(issue: Issue | undefined, json: unknown): Finding<'judge-wrong-answer'> {
  const keys = Object.keys(judgeAnswer.shape);
  const isObject = typeof json === 'object' && json !== null && !Array.isArray(json);
  const unknown = isObject ? Object.keys(json).find((key) => !keys.includes(key)) : undefined;
  if (unknown !== undefined) {
    return {
      code: 'judge-wrong-answer',
      args: { key: unknown, problem: 'unknown', proposal: nearest(unknown, keys, 2) },
    };
  }
  const key = issue?.path.join('.') ?? '';
  const problem = isObject && !Object.hasOwn(json, key) && !key.includes('.') ? 'missing' : 'wrong';
  return { code: 'judge-wrong-answer', args: { key, problem, proposal: null } };
}
