/** Projects in temporary folders, and sandboxes that end with their test. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { startTestSandbox, type TestSandbox, type TestSandboxOptions } from './sandbox/sandbox.ts';

/** A fixed key, so that tags and digests are the same in every run. */
export const KEY = 'sandbox-key-of-the-tests';

/** Takes files by their path (or a folder to copy); gives the folder that holds them, gone after the test. */
export function projectOf(files: Record<string, string | Buffer> | string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'inboxctl-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  if (typeof files === 'string') cpSync(files, folder, { recursive: true });
  else for (const [name, text] of Object.entries(files)) write(folder, name, text);
  return folder;
}

export function write(folder: string, name: string, content: string | Buffer): void {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
}

export interface Service extends TestSandbox {
  /** The environment that points inboxctl at it. */
  env: Record<string, string>;
}

/** A sandbox that ends with the test. */
export async function serve(options: TestSandboxOptions = {}): Promise<Service> {
  const sandbox = await startTestSandbox({ key: KEY, ...options });
  onTestFinished(() => sandbox.close());
  return { ...sandbox, env: { INBOXCTL_BASE_URL: sandbox.baseUrl, INBOXCTL_API_KEY: KEY } };
}
