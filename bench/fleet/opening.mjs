// A page in Debian's Chromium, as people have it: how long it takes to open, and what is on it.
import { chromium } from 'playwright-core';

/**
 * Opens a page from its file; gives what is on it, how long it took until all of it was there, in ms, how long its folded
 * accounts took after that, and the version of the browser.
 */
export async function opened(file) {
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    chromiumSandbox: process.getuid() !== 0,
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
    const began = performance.now();
    await page.goto(`file://${file}`);
    await page.evaluate(drawn);
    const ms = performance.now() - began;
    const found = await page.evaluate(looked);
    const unfolding = performance.now();
    await page.evaluate(unfolded);
    await page.evaluate(drawn);
    return { ms, unfolded: performance.now() - unfolding, ...found, version: browser.version() };
  } finally {
    await browser.close();
  }
}

/* These run in the page. */

/** When the screen shows what was done before. */
function drawn() {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
  });
}

function unfolded() {
  for (const details of document.querySelectorAll('main > ul + details')) details.open = true;
}

function looked() {
  const texts = (selector) => [...document.querySelectorAll(selector)].map((one) => one.textContent);
  // The names are code before the first colon, if there is one.
  const accounts = [...document.querySelectorAll('main > ul:has(+ details) > li, main > ul + details li')].map(
    (item) => {
      const nodes = [...item.childNodes];
      const colon = nodes.findIndex(
        ({ nodeName, textContent }) => nodeName === '#text' && textContent.startsWith(': '),
      );
      const names = nodes.slice(0, colon === -1 ? nodes.length : colon).filter(({ nodeName }) => nodeName === 'CODE');
      return { names: names.map(({ textContent }) => textContent), isFailed: /: failed: /.test(item.textContent) };
    },
  );
  return {
    title: document.title,
    boxes: texts('blockquote strong').map((text) => text.replace(/:$/, '')),
    accounts: accounts.flatMap(({ names }) => names),
    failed: accounts.flatMap(({ names, isFailed }) => (isFailed ? names : [])),
    // Each change has a digest.
    changes: [...document.querySelectorAll('details[class]')].map(
      (change) => change.querySelectorAll(':scope > details:last-child li').length,
    ),
  };
}
