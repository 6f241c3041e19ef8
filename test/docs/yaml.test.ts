/** Every block of YAML or JSON in the docs is valid as what it is: a rule, a project, a workflow, a seed. */
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { parseTestsFile } from '../../src/source/load/parse-tests.ts';
import { inboxctl } from '../harness/inboxctl.ts';
import { projectOf, serve } from '../harness/project.ts';
import { officialParser } from '../harness/workflow-parser.ts';
import { blocksOf, PAGES } from './pages.ts';

const RULE = 'name: Shared\ncondition: { aiInstructions: find }\nactions: [{ type: STAR }]\n';

const blocks = PAGES.flatMap((page) => blocksOf(page).map((block) => ({ page, ...block })));
const yaml = blocks.filter(({ language }) => language === 'yaml');

const isRule = (text: string) => /^ *(- )?name: /m.test(text) && !/^(# \..*|tests:|jobs:)$/m.test(text);

it.each(yaml)('of $page is valid', async ({ text }) => {
  if (/^# (\.gitlab-ci|\.pre-commit-config|job)\.ya?ml/.test(text)) {
    expect(parse(text)).toBeTypeOf('object');
    return;
  }
  if (/^jobs:/m.test(text)) {
    expect(await (await officialParser()).workflowErrors('workflow.yml', text)).toEqual([]);
    return;
  }
  if (/^tests:$/m.test(text)) {
    expect(parseTestsFile('tests.yaml', text).problems).toEqual([]);
    return;
  }
  const { code, stdout } = await inboxctl(['validate'], {
    cwd: projectOf({
      'rules/common/a.yaml': RULE,
      'rules/sales/a.yaml': RULE.replace('Shared', 'Sales'),
      'rules/prompts/newsletters.md': 'Newsletters.\n',
      'rules/common/shops.txt': '# Shops\n@shop.example.com\n',
      'accounts/sales.yaml': 'rules: [../rules/sales]\n',
      ...(isRule(text)
        ? {
            'inboxctl.yaml': 'rules: [rules/shared, rules/common]\n',
            'rules/shared/block.yaml': text.includes('overrides: true') ? text.replace('overrides: true\n', '') : '',
            'rules/common/block.yaml': text,
          }
        : { 'inboxctl.yaml': text }),
    }),
  });
  expect({ code, stdout }).toMatchObject({ code: 0 });
});

/** Rule files as pages show them: a block, or what a command writes. */
const rules = blocks.flatMap(({ page, language, text }) => {
  if (language === 'yaml') return isRule(text) ? [{ page, text }] : [];
  return [...text.matchAll(/^cat > rules\/\S+ <<'(\w+)'\n([\s\S]*?)^\1$/gm)].map(([, , rule = '']) => ({
    page,
    text: rule,
  }));
});

it.each(rules)('the rule of $page is in canonical form', async ({ text }) => {
  const { stdout } = await inboxctl(['fmt', '--diff'], { cwd: projectOf({ 'rules/a.yaml': text }) });
  expect(stdout).toBe('');
});

const json = blocks.filter(({ language }) => language === 'json');
const isSeed = ({ text }: { text: string }) => !text.includes('"jobDefinitionName"');

it.each(json.filter(isSeed))('the seed of $page is one', async ({ text }) => {
  const { baseUrl } = await serve({ seed: JSON.parse(text), key: undefined });
  expect(baseUrl).toContain('127.0.0.1');
});

it('there is some of everything', () => {
  expect(yaml.length).toBeGreaterThan(10);
});
