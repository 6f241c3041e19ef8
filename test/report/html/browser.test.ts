/** The pages in a real browser: opened from a file, used, printed, and listened to while they are full of hostile texts. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { PlanDocument } from '../../../src/model/plan.ts';
import { startBrowser } from '../../harness/browser.ts';
import { htmlPlan } from '../../harness/printed.ts';
import { projectOf } from '../../harness/project.ts';
import { IS_NIGHT } from '../../harness/runs.ts';
import { shownChange, shownPlan, shownRule } from '../../harness/shown-rule.ts';
import { HOSTILE, hostilePlan, usualPlan } from './hostile-plan.ts';
import { contentVisibility, focused, listen, looked, plant, runAxe, violations, width } from './in-page.mjs';

let browser: Browser;

beforeAll(async () => {
  browser = await startBrowser();
});

afterAll(() => browser.close());

interface Opened {
  page: Page;
  /** Dialogs, requests, violations of the policy and errors, since it was opened. */
  heard: string[];
}

/** A page from a file, as a reviewer opens it from what a build kept. */
async function opened(plan: PlanDocument, options: BrowserContextOptions = {}): Promise<Opened> {
  const file = path.join(projectOf({}), 'plan.html');
  writeFileSync(file, htmlPlan(plan));
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, ...options });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const heard: string[] = [];
  page.on('dialog', (dialog) => {
    heard.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => heard.push(`request: ${request.url().slice(0, 200)}`));
  page.on('requestfailed', (request) =>
    heard.push(`stopped: ${request.url().slice(0, 200)}: ${request.failure()?.errorText}`),
  );
  page.on('console', (message) => heard.push(`console: ${message.text().slice(0, 500)}`));
  page.on('pageerror', (error) => heard.push(`error: ${error.message}`));
  page.on('popup', () => heard.push('popup'));
  await page.addInitScript(listen);
  await page.goto(`file://${file}`);
  expect(heard.splice(0)).toEqual([`request: file://${file}`]);
  return { page, heard };
}

const visible = (page: Page) => page.locator('.change:visible').count();
const counted = (page: Page) => page.locator('output[name=count]').textContent();

describe('a plan as a page', () => {
  it('is filtered by account, operation, risk and text, and says how much is left', async () => {
    const { page, heard } = await opened(usualPlan());
    expect(await page.locator('h1').textContent()).toBe('Plan: 2 to create, 1 to replace, 1 to delete');
    expect([await visible(page), await counted(page)]).toEqual([4, '4 changes']);
    expect(await page.locator('output[name=count]').getAttribute('aria-live')).toBe('polite');

    await page.getByRole('combobox', { name: 'Account' }).selectOption('bob');
    expect([await visible(page), await counted(page)]).toEqual([1, '1 of 4 changes']);
    expect(await page.locator('.account:visible').allTextContents()).toEqual(['bob']);
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByText('4 changes', { exact: true }).waitFor();

    await page.getByLabel('create').uncheck();
    await page.getByLabel('delete').uncheck();
    expect(await page.locator('.change:visible h3').allTextContents()).toEqual(['Customers']);
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByText('4 changes', { exact: true }).waitFor();

    await page.getByRole('combobox', { name: 'Risk' }).selectOption('any');
    expect(await counted(page)).toBe('2 of 4 changes');
    await page.getByRole('combobox', { name: 'Risk' }).selectOption('refused');
    expect(await page.locator('.change:visible h3').allTextContents()).toEqual(['Hook']);
    await page.getByRole('combobox', { name: 'Risk' }).selectOption('');

    await page.getByLabel('Text').pressSequentially('COMPLAINTS partners');
    await page.getByText('1 of 4 changes').waitFor();
    expect(await page.locator('.change:visible h3').allTextContents()).toEqual(['Customers']);
    await page.getByLabel('Text').fill('nothing has this');
    await page.getByText('No change fits the filter.').waitFor();
    expect(heard).toEqual([]);
  });

  it('is filtered by what changes do to sample mails', async () => {
    const rule = shownRule({ from: '@acme.com' });
    const { page, heard } = await opened(
      shownPlan(
        [
          shownChange({ before: null, after: rule, name: 'New', impact: [{ mail: 'one', from: null, to: 'matches' }] }),
          shownChange({ before: rule, after: null, name: 'Gone', impact: [{ mail: 'two', from: 'ai', to: null }] }),
          shownChange({ before: null, after: rule, name: 'Quiet', impact: [] }),
        ],
        { samples: 40 },
      ),
    );
    expect(await page.locator('.lead').allTextContents()).toContain('2 of 40 sample mails are affected.');
    const mails = page.getByRole('combobox', { name: 'Sample mails' });
    await mails.selectOption('any');
    expect(await page.locator('.change:visible h3').allTextContents()).toEqual(['Gone', 'New']);
    await mails.selectOption({ label: 'the AI no longer decides (1)' });
    expect(await page.locator('.change:visible h3').allTextContents()).toEqual(['Gone']);
    expect(await page.locator('.change:visible .impact b').textContent()).toBe(
      'The AI no longer decides on 1 of 40 sample mails.',
    );
    expect(heard).toEqual([]);
  });

  it('leaves only what a long list names on the page, until the filter is cleared', async () => {
    const changes = Array.from({ length: 40 }, (_, index) => {
      const rule = shownRule({ from: `@acme-${index}.com` });
      return index % 2 === 0
        ? shownChange({ before: rule, after: null, name: `Gone ${index}` })
        : shownChange({ before: null, after: rule, name: `New ${index}`, risks: index < 30 ? ['sends-mail'] : [] });
    });
    const { page, heard } = await opened(shownPlan(changes));
    await page.getByLabel('Text').fill('gone');
    await page.getByRole('button', { name: 'and 3 more' }).click();
    const risky = changes.filter(({ risks }) => risks.length > 0).map(({ name }) => name);
    expect(await page.locator('.change:visible h3').allTextContents()).toEqual(risky);
    expect(await counted(page)).toBe('15 of 40 changes');
    await page.getByRole('button', { name: 'and 8 more' }).click();
    expect(await counted(page)).toBe('20 of 40 changes');
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByText('40 changes', { exact: true }).waitFor();
    expect(heard).toEqual([]);
    const { page: still } = await opened(shownPlan(changes), { javaScriptEnabled: false });
    expect(await still.getByText('and 8 more').isDisabled()).toBe(true);
  });

  it('is opened and closed, and its links lead to what they name, whatever the filter', async () => {
    const { page, heard } = await opened(usualPlan());
    const open = () => page.locator('.change > details[open]').count();
    expect(await open()).toBe(4);
    await page.getByRole('button', { name: 'Close all' }).click();
    expect(await open()).toBe(0);
    await page.getByRole('combobox', { name: 'Account' }).selectOption('bob');
    await page.getByRole('link', { name: 'Spam of yesterday' }).click();
    await page.locator('#change-1 details[open]').waitFor();
    await page.getByText('4 changes', { exact: true }).waitFor();
    expect((await page.evaluate(focused)).change).toBe('change-1');
    await page.keyboard.press('Enter');
    expect(await open()).toBe(0);
    await page.getByRole('button', { name: 'Open all' }).click();
    expect(await open()).toBe(4);
    expect(heard).toEqual([]);
  });

  it('is walked through by keyboard, with the focus in sight', async () => {
    const { page } = await opened(usualPlan());
    const names: string[] = [];
    for (let step = 0; step < 30 && names.at(-1) !== '+ create Hook'; step += 1) {
      await page.keyboard.press('Tab');
      const { name, outline } = await page.evaluate(focused);
      names.push(name.replace(/ (?:refused|sends|passes) .*/, ''));
      expect(outline, name).toBe('solid');
    }
    expect(names[0]).toBe('Skip to the changes');
    for (const name of [
      'Spam of yesterday',
      'text',
      'op',
      'risk',
      '+ create Refunds',
      '5 unchanged lines',
      '+ create Hook',
    ]) {
      expect(names).toContain(name);
    }
  });

  it('prints all, opened, without the controls', async () => {
    const { page } = await opened(usualPlan());
    await page.getByRole('button', { name: 'Close all' }).click();
    const text = page.getByText('5. Letters about order 4').first();
    expect(await text.isVisible()).toBe(false);
    await page.emulateMedia({ media: 'print' });
    expect(await text.isVisible()).toBe(true);
    expect(await page.locator('#filter').isVisible()).toBe(false);
    expect(await page.locator('.skip').isVisible()).toBe(false);
    const [few, all] = [await page.pdf({ pageRanges: '1' }), await page.pdf()];
    expect(all.length).toBeGreaterThan(few.length);
    await page.emulateMedia({ media: 'screen' });
    expect(await text.isVisible()).toBe(false);
  });

  it('is readable as a whole without scripts', async () => {
    const { page } = await opened(usualPlan(), { javaScriptEnabled: false });
    expect(await page.locator('#filter').isVisible()).toBe(false);
    expect(await visible(page)).toBe(4);
    await page.locator('#change-2 summary').nth(1).click();
    expect(await page.getByText('5. Letters about order 4').first().isVisible()).toBe(true);
    await page.emulateMedia({ media: 'print' });
    await page.locator('#change-1 summary').click();
    expect(await page.getByText('asks for a refund').first().isVisible()).toBe(true);
  });

  // Colors do not depend on the width.
  it.each([
    [400, 'light'],
    [1400, 'dark'],
  ] as const)(
    'has nothing that axe finds serious, and does not scroll sideways (%i pixels, %s)',
    async (columns, colorScheme) => {
      const { page } = await opened(usualPlan(), { viewport: { width: columns, height: 900 }, colorScheme });
      // What the protocol evaluates is not bound by the policy of the page.
      await page.evaluate(axe.source);
      const { violations: found, passes } = await page.evaluate(runAxe);
      expect(found.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([]);
      expect(passes.map(({ id }) => id)).toEqual(expect.arrayContaining(['color-contrast', 'label', 'select-name']));
      expect(await page.evaluate(width)).toBeLessThanOrEqual(columns);
    },
  );
});

describe('a page full of hostile texts', () => {
  it('shows them, asks for nothing and runs nothing', async () => {
    const { page, heard } = await opened(hostilePlan());
    await page.getByRole('button', { name: 'Open all' }).click();
    await page.locator('h3').first().hover();
    await page.getByLabel('Text').fill('<script>');
    await page.getByText(/^\d+ of \d+ changes$/).waitFor();
    expect(await visible(page)).toBeGreaterThan(3);
    for (const link of await page.locator('.box a').all())
      expect(await link.getAttribute('href')).toMatch(/^#change-\d+$/);
    await page.locator('.box a').first().click();
    await page.emulateMedia({ media: 'print' });
    const found = await page.evaluate(looked);
    const none = ['img', 'iframe', 'svg', 'base', 'link', 'object'];
    expect(found.elements.filter((name) => none.includes(name))).toEqual([]);
    expect(found.attributes.filter((name) => /^on|^style$|^src|^action$/.test(name))).toEqual([]);
    expect(found.titles).toEqual([found.title]);
    expect(found.names).toContain(HOSTILE[0]);
    expect(found.names.join('')).not.toMatch(/\p{Cc}|\p{Bidi_Control}/u);
    expect(await page.evaluate(width)).toBeLessThanOrEqual(1400);
    expect(await page.evaluate(violations)).toEqual([]);
    expect(heard).toEqual([]);
  });

  it('tells of a script that would be in it all the same: the policy stops it, and this test hears that', async () => {
    const { page, heard } = await opened(usualPlan());
    await page.evaluate(plant);
    await expect.poll(() => page.evaluate(violations)).toContain('img-src');
    expect(await page.evaluate(violations)).toContain('require-trusted-types-for');
    expect(heard.filter((one) => !one.startsWith('console: '))).toEqual([
      'request: https://attacker.example/a.png',
      'stopped: https://attacker.example/a.png: csp',
    ]);
    expect(heard.filter((one) => one.includes('Content Security Policy'))).not.toEqual([]);
  });
});

/** More than a browser lays out at once. */
const MANY = IS_NIGHT ? 5_000 : 1_000;

it('a page of very many changes is there to be read before any of them is laid out', async () => {
  const rule = (index: number, what: string) =>
    shownRule(
      { from: `sender-${index}@example.com`, aiInstructions: `${what} of customer ${index}`.repeat(5) },
      undefined,
      { name: `Rule ${index}` },
    );
  const changes = Array.from({ length: MANY }, (_, index) =>
    shownChange({ before: rule(index, 'Mail'), after: rule(index, 'Letters') }),
  );
  const { page } = await opened(shownPlan(changes));
  const all = `${MANY.toLocaleString('en')} changes`;
  expect(await counted(page)).toBe(all);
  await page.getByLabel('Text').fill('sender-921@');
  await page.getByText(`1 of ${all}`).waitFor();
  await page.locator('#change-922 summary').first().click();
  expect(await page.locator('#change-922 ins').first().textContent()).toBe('Letters');
  expect(await page.evaluate(contentVisibility, '#change-1')).toBe('auto');
});

it('a page of 1,000 accounts has the worst 50 above the changes, and the others in a list to open', async () => {
  const summary = { create: 0, replace: 0, delete: 0, unchanged: 12, kept: 0 };
  const about = { baseUrl: 'https://mail.example.com/api/v1', live: 12, declared: 12, summary };
  const error = { status: 401, code: null, message: 'Invalid API key', hint: null };
  const accounts = Array.from({ length: 1_000 }, (_, index) => {
    const name = `inbox-${String(index).padStart(3, '0')}`;
    return {
      ...about,
      name,
      ...(index % 100 === 99 && { error }),
      ...(index === 500 && { summary: { ...summary, create: 1 } }),
    };
  });
  const created = shownChange({ before: null, after: shownRule({ from: '@acme.com' }), account: 'inbox-500' });
  const { page } = await opened(shownPlan([created], { accounts }));
  const rows = page.locator('.accounts tbody tr:visible');
  const names = await rows.locator('th bdi').allTextContents();
  expect(names.slice(0, 12)).toEqual([
    ...Array.from({ length: 10 }, (_, index) => `inbox-${index}99`),
    'inbox-500',
    'inbox-000',
  ]);
  expect(await rows.count()).toBe(50);
  expect(await page.evaluate(contentVisibility, 'details > .rows')).toBe('auto');
  await page.getByText('and 950 with nothing to do').click();
  expect(await rows.count()).toBe(1_000);
});
