/** Debian's Chromium, as people have it, driven by playwright-core. */
import { type Browser, chromium } from 'playwright-core';
import { installed } from './installed.ts';

export async function startBrowser(): Promise<Browser> {
  // Its sandbox does not work for root, as which containers run tests.
  return chromium.launch({ executablePath: installed('chromium'), chromiumSandbox: process.getuid?.() !== 0 });
}
