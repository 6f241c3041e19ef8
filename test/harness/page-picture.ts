/** Pictures of pages, each with the hash of the page that it was made of: whether it is current can be told without a browser. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { startBrowser } from './browser.ts';
import { unpacked } from './installed.ts';
import { projectOf, write } from './project.ts';
import type { Theme } from './terminal-picture.ts';

/** Debian's packages of the fonts that GitHub has on Linux. They are not installed: other pages look as before. */
const FONTS = { core: 'NotoSans-Regular', mono: 'NotoSansMono-Regular', 'color-emoji': 'NotoColorEmoji' };

/** Compares the page that a picture was made of with this one. With UPDATE=1, Chromium makes the picture first. */
export async function pagePicture(file: string, html: string, theme: Theme): Promise<void> {
  const hash = createHash('sha256').update(html).digest('hex');
  // Programs read a PNG file up to its end; the hash follows it.
  const made = () => (existsSync(file) ? readFileSync(file).toString('latin1').slice(-hash.length) : '');
  if (process.env.UPDATE === '1' && made() !== hash) {
    writeFileSync(file, Buffer.concat([await screenshot(html, theme), Buffer.from(hash)]));
  }
  expect({ file, hash: made() }).toEqual({ file, hash });
}

async function screenshot(html: string, colorScheme: Theme): Promise<Buffer> {
  const folders = Object.entries(FONTS).map(([name, font]) => {
    return path.dirname(unpacked(`fonts-noto-${name}`, `usr/share/fonts/truetype/noto/${font}.ttf`));
  });
  const fonts = folders.map((folder) => `<dir>${folder}</dir>`).join('');
  const mono = '<alias><family>monospace</family><prefer><family>Noto Sans Mono</family></prefer></alias>';
  const other = '<match><edit name="family" mode="append_last"><string>Noto Sans</string></edit></match>';
  const folder = projectOf({ 'page.html': html });
  const cache = `<cachedir>${folder}/cache</cachedir>`;
  write(folder, 'fonts.conf', `<?xml version="1.0"?><fontconfig>${fonts}${mono}${other}${cache}</fontconfig>`);
  const browser = await startBrowser({ FONTCONFIG_FILE: path.join(folder, 'fonts.conf') });
  try {
    const options = { viewport: { width: 830, height: 3000 }, deviceScaleFactor: 1.5, colorScheme } as const;
    const page = await (await browser.newContext(options)).newPage();
    await page.goto(`file://${folder}/page.html`);
    return await page.locator('body').screenshot();
  } finally {
    await browser.close();
  }
}
