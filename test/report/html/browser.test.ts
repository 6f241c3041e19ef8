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
import { HOSTILE, hostilePlan, usualPlan } from '../hostile-plan.ts';
import {
  backgrounds,
  clickAll,
  contentVisibility,
  focused,
  listen,
  looked,
  plant,
  runAxe,
  violations,
  width,
} from './in-page.mjs';

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

const CHANGES = 'details:is(.create, .replace, .delete)';
const open = (page: Page) => page.locator(`${CHANGES}[open]`).count();

describe('a plan as a page', () => {
  it('begins with its counts, and shows each change as a card that folds', async () => {
    const { page, heard } = await opened(usualPlan());
    expect(await page.title()).toBe('Plan: 2 to create, 1 to replace, 1 to delete');
    expect(await page.locator('h1').textContent()).toBe('Plan: 2 to create, 1 to replace, 1 to delete');
    expect(await page.locator('h2').allTextContents()).toEqual([
      'alice: 12 live rules, 14 declared at https://mail.example.com/api/v1',
      'bob: 12 live rules, 14 declared at https://mail.example.com/api/v1',
    ]);
    expect(await page.locator(`${CHANGES} > summary > code:first-of-type`).allTextContents()).toEqual([
      ...['Spam of yesterday', 'Customers', 'Refunds', 'Hook'],
    ]);
    expect(await open(page)).toBe(4);
    const text = page.getByText('12. Complaints about order 11');
    expect(await text.isVisible()).toBe(true);
    await page.getByText('~ replace').click();
    expect(await open(page)).toBe(3);
    expect(await text.isVisible()).toBe(false);
    expect(heard).toEqual([]);
  });

  it('tells signs, operations and callouts apart by color, light and dark', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page } = await opened(usualPlan(), { colorScheme });
      const elements = ['del', 'ins', 'mark', 'pre', 'h1 .create', 'h1 .replace', 'h1 .delete'];
      const colors = await page.evaluate(backgrounds, [...elements, 'blockquote.caution', 'blockquote.warning']);
      expect(colors[0]).toBe(colors[6]);
      expect(colors[1]).toBe(colors[4]);
      expect(colors.slice(7)).toEqual([colors[6], colors[5]]);
      expect(new Set(colors).size).toBe(5);
    }
  });

  it('is walked through by keyboard, with the focus in sight', async () => {
    const { page } = await opened(usualPlan());
    const names: string[] = [];
    for (let step = 0; step < 8; step += 1) {
      await page.keyboard.press('Tab');
      const { name, outline } = await page.evaluate(focused);
      names.push(name.replace(/ [⚠·].*/, ''));
      expect(outline, name).toBe('solid');
    }
    const changes = ['− delete Spam of yesterday', '~ replace Customers', '+ create Refunds', '+ create Hook'];
    expect(names).toEqual(changes.flatMap((name) => [name, 'Id and digest']));
    await page.keyboard.press('Enter');
    expect(await page.getByText('digest sha256').last().isVisible()).toBe(true);
  });

  it('prints all, opened', async () => {
    const { page } = await opened(usualPlan());
    for (const summary of await page.locator(`${CHANGES} > summary`).all()) await summary.click();
    const text = page.getByText('asks for a refund').first();
    expect([await open(page), await text.isVisible()]).toEqual([0, false]);
    await page.emulateMedia({ media: 'print' });
    expect(await text.isVisible()).toBe(true);
    const [few, all] = [await page.pdf({ pageRanges: '1' }), await page.pdf()];
    expect(all.length).toBeGreaterThan(few.length);
    await page.emulateMedia({ media: 'screen' });
    expect(await text.isVisible()).toBe(false);
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
      expect(passes.map(({ id }) => id)).toEqual(
        expect.arrayContaining(['color-contrast', 'document-title', 'summary-name']),
      );
      expect(await page.evaluate(width)).toBeLessThanOrEqual(columns);
    },
  );
});

describe('a page full of hostile texts', () => {
  it('shows them, asks for nothing and runs nothing', async () => {
    const { page, heard } = await opened(hostilePlan());
    await page.evaluate(clickAll, `${CHANGES} > summary`);
    expect(await open(page)).toBeGreaterThan(3);
    await page.locator('h1').hover();
    expect(await page.locator('a, form, input, button').count()).toBe(0);
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
  expect([await page.locator(CHANGES).count(), await open(page)]).toEqual([MANY, 0]);
  expect(await page.evaluate(contentVisibility, CHANGES)).toBe('auto');
  const change = page.locator(CHANGES).nth(921);
  await change.locator('summary').first().click();
  expect(await change.locator('ins').first().textContent()).toContain('Letters of customer 921');
});
