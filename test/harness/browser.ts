/** Debian's Chromium, as people have it, driven by playwright-core. */
import { type Browser, chromium } from 'playwright-core';
import { installed } from './installed.ts';

export async function startBrowser(env: Record<string, string> = {}): Promise<Browser> {
  // Its sandbox does not work for root, as which containers run tests.
  const chromiumSandbox = process.getuid?.() !== 0;
  return chromium.launch({ executablePath: installed('chromium'), chromiumSandbox, env: { ...process.env, ...env } });
}
