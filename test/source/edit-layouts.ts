/** Rules written as people may write them: in any style, with comments, blank lines, anchors and merges. */
import fc from 'fast-check';
import type { WrittenRule } from '../../src/model/written-rule.ts';
import { parseRuleFile } from '../../src/source/load/parse.ts';
import { likelyRule, said } from './edit-changes.ts';

type Value = string | number | boolean | null | Value[] | { [key: string]: Value };
type Fields = { [key: string]: Value };

/** A file, and which comments stand in which rule; those of no rule are at -1. */
export interface Layout {
  rules: WrittenRule[];
  text: string;
  comments: { text: string; rule: number }[];
}

/**
 * Files with such rules; a layout in which they would read otherwise, such as one of blank lines behind `|+`, is left out.
 * `isPlain`: documents without comments and aliases.
 */
export const layoutsOf = (rule: fc.Arbitrary<WrittenRule>, isPlain = false): fc.Arbitrary<Layout> =>
  fc
    .tuple(
      fc.array(rule, { minLength: 1, maxLength: 4 }),
      fc.array(fc.nat({ max: 59 }), { minLength: 20, maxLength: 60 }),
    )
    .map(([rules, decisions]) => ({ rules, ...new Printer(decisions, isPlain).file(rules as unknown as Fields[]) }))
    .filter(({ rules, text }) => {
      const read = parseRuleFile('a', text);
      return read.problems.length === 0 && same(said(read.rules.map(({ written }) => written)), said(rules));
    });

export const layouts = layoutsOf(likelyRule);

class Printer {
  private readonly decisions: readonly number[];
  private at = 0;
  private rule = -1;
  private anchorCount = 0;
  private readonly anchors: { name: string; text: string }[] = [];
  private readonly comments: { text: string; rule: number }[] = [];
  private readonly step: number;
  private readonly dash: number;
  private readonly commented: boolean;
  private readonly isPlain: boolean;

  constructor(decisions: readonly number[], isPlain: boolean) {
    this.decisions = decisions;
    this.isPlain = isPlain;
    this.step = this.pick(3) + 1;
    this.dash = this.pick(2) * this.step;
    this.commented = this.pick(4) > 0 && !isPlain;
  }

  file(rules: readonly Fields[]): Omit<Layout, 'rules'> {
    const lines: string[] = [];
    const eol = this.pick(3) === 0 ? '\r\n' : '\n';
    const mark = this.pick(8) === 0 ? '\ufeff' : '';
    if (this.pick(2) === 0 && !this.isPlain) lines.push(this.comment(), '');
    const form = this.isPlain ? 0 : this.pick(4);
    if (form === 0) {
      rules.forEach((rule, index) => {
        this.anchors.length = 0;
        if (index > 0 || this.pick(3) === 0) lines.push('---');
        this.rule = index;
        lines.push(...this.above(0), ...this.root(rule));
        this.rule = -1;
        if (this.pick(6) === 0) lines.push('...');
      });
    } else if (form === 1) {
      lines.push(`rules: [${rules.map((rule, index) => this.in(index, () => this.flow(rule, 0))).join(', ')}]`);
    } else {
      lines.push(rules.length === 0 ? 'rules: []' : 'rules:');
      const gap = this.pick(3) === 0;
      rules.forEach((rule, index) => {
        if (gap && index > 0) lines.push('');
        this.rule = index;
        lines.push(...this.above(this.dash), ...this.item(rule, this.dash));
        this.rule = -1;
      });
    }
    if (this.pick(4) === 0 && !this.isPlain) lines.push('', this.comment());
    const end = this.pick(5) === 0 ? '' : eol;
    return { text: mark + lines.join('\n').replaceAll('\n', eol) + end, comments: this.comments };
  }

  private pick(count: number): number {
    const decision = this.decisions[this.at++ % this.decisions.length] ?? 0;
    return (decision + Math.floor(this.at / this.decisions.length)) % count;
  }

  private in<T>(rule: number, run: () => T): T {
    this.rule = rule;
    const result = run();
    this.rule = -1;
    return result;
  }

  private comment(): string {
    const text = `# remark ${this.comments.length}.`;
    this.comments.push({ text, rule: this.rule });
    return text;
  }

  private above(column: number): string[] {
    if (!this.commented || this.pick(5) > 0) return [];
    return this.pick(3) === 0 ? ['', ' '.repeat(column) + this.comment()] : [' '.repeat(column) + this.comment()];
  }

  private behind(): string {
    return this.commented && this.pick(6) === 0 ? ` ${this.comment()}` : '';
  }

  private root(rule: Fields): string[] {
    return this.pick(5) === 0 ? [this.flow(rule, 0)] : this.entries(rule, 0);
  }

  private item(value: Fields | string, column: number): string[] {
    if (typeof value === 'string') return this.text(`${' '.repeat(column)}-`, value, column);
    if (this.pick(5) === 0) return [`${' '.repeat(column)}- ${this.flow(value, column)}${this.behind()}`];
    const known = this.known(value);
    if (known) return [`${' '.repeat(column)}- ${known}${this.behind()}`];
    const inner = column + 2 + (this.pick(5) === 0 ? 1 : 0);
    const anchor = this.anchor(value);
    const lines = this.entries(value, inner, false);
    this.settle(anchor);
    if (anchor) return [`${' '.repeat(column)}- ${anchor.head}`, ...lines];
    return [`${' '.repeat(column)}-${(lines[0] ?? '').slice(column + 1)}`, ...lines.slice(1)];
  }

  private entries(map: Fields, column: number, withFirst = true): string[] {
    const keys = Object.keys(map);
    if (this.pick(4) === 0) keys.reverse();
    const merged = this.pick(3) === 0 ? this.mergeFor(map) : null;
    const lines = merged ? [`${' '.repeat(column)}<<: *${merged.name}`] : [];
    for (const [index, key] of keys.entries()) {
      if (merged && Object.hasOwn(merged.value, key) && same(merged.value[key], map[key])) continue;
      if (index > 0 || (withFirst && lines.length > 0)) lines.push(...this.above(column));
      lines.push(...this.entry(key, map[key] ?? null, column));
    }
    if (this.commented && this.pick(12) === 0) lines.push(' '.repeat(column) + this.comment());
    return lines;
  }

  /** An anchored mapping that says nothing other than this one. */
  private mergeFor(map: Fields): { name: string; value: Fields } | null {
    for (const { name, text } of this.anchors) {
      const value = JSON.parse(text) as Value;
      if (typeof value !== 'object' || value === null || Array.isArray(value)) continue;
      const fits = Object.entries(value).every(([key, inner]) => Object.hasOwn(map, key) && inner !== undefined);
      const usable = Object.entries(value).some(([key, inner]) => same(inner, map[key]));
      if (fits && usable) return { name, value };
    }
    return null;
  }

  private entry(key: string, value: Value, column: number): string[] {
    const start = `${' '.repeat(column)}${this.pick(9) === 0 ? `"${key}"` : key}:`;
    const known = this.known(value);
    if (known) return [`${start} ${known}${this.behind()}`];
    const anchor = this.anchor(value);
    const lines = this.valued(anchor ? `${start} ${anchor.head}` : start, value, column);
    this.settle(anchor);
    return lines;
  }

  private valued(head: string, value: Value, column: number): string[] {
    if (typeof value === 'string') return this.text(head, value, column);
    if (typeof value !== 'object' || value === null) return [`${head} ${value ?? '~'}${this.behind()}`];
    if (this.pick(4) === 0 || Object.keys(value).length === 0)
      return [`${head} ${this.flow(value, column)}${this.behind()}`];
    const below = this.behind();
    if (!Array.isArray(value)) return [head + below, ...this.entries(value, column + this.step)];
    const lines = value.flatMap((item, index) => [
      ...(index > 0 ? this.above(column + this.dash) : []),
      ...this.item(item as Fields | string, column + this.dash),
    ]);
    return [head + below, ...lines];
  }

  private text(head: string, value: string, column: number): string[] {
    const inner = ' '.repeat(column + this.step);
    const style = this.pick(4);
    if (style === 0 && /^[a-z]+( [a-z]+)*$/.test(value) && !/\b(null|true|false|yes|no|e|inf|nan)\b/.test(value)) {
      const [first = '', ...rest] = value.split(' ');
      if (rest.length === 0 || this.pick(3) > 0) return [`${head} ${value}${this.behind()}`];
      return [`${head} ${first}`, inner + rest.join(' ') + this.behind()];
    }
    if (style === 1 && !/[\n\t]|[^\x20-\x7e]/.test(value))
      return [`${head} '${value.replaceAll("'", "''")}'${this.behind()}`];
    const words = value.split('\n');
    const isBlock = words.every((line) => /^[!-~]+( [!-~]+)*$/.test(line) || line === '') && words[0] !== '';
    if (style >= 2 && isBlock && value.trim() !== '') {
      const keeps = value.endsWith('\n') && (value.endsWith('\n\n') || this.pick(4) === 0);
      const chomp = keeps ? '+' : value.endsWith('\n') ? '' : '-';
      const lines = (value.endsWith('\n') ? value.slice(0, -1) : value).split('\n');
      const block = lines.map((line) => (line === '' ? '' : inner + line));
      if (style === 2) return [`${head} |${this.pick(5) === 0 ? this.step : ''}${chomp}${this.behind()}`, ...block];
      return [
        `${head} >${chomp}${this.behind()}`,
        ...block.flatMap((line, index) => (index > 0 && line !== '' ? ['', line] : [line])),
      ];
    }
    return [`${head} ${JSON.stringify(value)}${this.behind()}`];
  }

  /** `column`: that of the key or dash before it. */
  private flow(value: Value, column: number): string {
    if (typeof value !== 'object' || value === null) return JSON.stringify(value);
    const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
    const overLines = this.pick(4) === 0;
    const inner = overLines ? column + this.step : column;
    const quote = this.pick(3) === 0 ? '"' : '';
    const parts = Array.isArray(value)
      ? value.map((item) => this.flow(item, inner))
      : Object.entries(value).map(([key, item]) => `${quote}${key}${quote}: ${this.flow(item, inner)}`);
    if (parts.length === 0) return open + close;
    if (!overLines) {
      const space = this.pick(2) === 0 ? ' ' : '';
      return `${open}${space}${parts.join(', ')}${space}${close}`;
    }
    const last = this.pick(3) === 0 ? ',' : '';
    const lines = parts.map((part, index) => {
      const line = ' '.repeat(inner) + part + (index < parts.length - 1 ? ',' : last) + this.behind();
      return this.commented && this.pick(8) === 0 ? `${' '.repeat(inner)}${this.comment()}\n${line}` : line;
    });
    return `${open}\n${lines.join('\n')}\n${' '.repeat(column + 1)}${close}`;
  }

  private known(value: Value): string | null {
    if (this.pick(2) === 0) return null;
    const text = JSON.stringify(value);
    const found = this.anchors.find((anchor) => anchor.text === text);
    return found ? `*${found.name}` : null;
  }

  private anchor(value: Value): { head: string; value: string } | null {
    const isMap = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (isMap && Object.keys(value).length === 0) return null;
    if (this.pick(3) > 0 || value === null || this.isPlain) return null;
    const text = JSON.stringify(value);
    if (this.anchors.some((anchor) => anchor.text === text)) return null;
    return { head: `&a${this.anchorCount++}`, value: text };
  }

  /** An anchor is known behind its value only. */
  private settle(anchor: { head: string; value: string } | null): void {
    if (anchor) this.anchors.push({ name: anchor.head.slice(1), text: anchor.value });
  }
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
