import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { BrowserContext } from 'playwright-core';
import type { TestContext } from 'vitest';
import { tracePrefixOf } from './failed-tests.ts';
import { siteOutput } from './running-site.ts';

const pictureMs = 5_000;

/** Collects the console messages, exceptions and failed requests of a visitor's pages from here on. */
export function linesOf(context: BrowserContext): readonly string[] {
  const lines: string[] = [];
  const startedAt = Date.now();
  const add = (text: string) => lines.push(`${Date.now() - startedAt} ms  ${text}`);
  context.on('console', (message) => add(`console.${message.type()}: ${message.text()}`));
  context.on('weberror', (error) => add(`exception: ${error.error().stack ?? error.error()}`));
  context.on('requestfailed', (request) =>
    add(`${request.method()} ${request.url()}: ${request.failure()?.errorText}`),
  );
  context.on('response', (reply) => {
    const request = reply.request();
    if (request.resourceType() === 'document' || reply.status() >= 400) {
      add(`${request.method()} ${reply.url()}: ${reply.status()}`);
    }
  });
  return lines;
}

/** The first free name: a test may have several visitors, and be retried. */
function nextTraceName(start: string): string {
  mkdirSync(path.dirname(start), { recursive: true });
  let number = 1;
  while (existsSync(`${start}-${number}.txt`)) number += 1;
  return `${start}-${number}`;
}

/** Writes a failed test's screenshot, its console output and the site's log to the folder that `npm test` reports. */
export async function writeFailureTraces(
  { file, name }: TestContext['task'],
  context: BrowserContext,
  siteUrl: string,
  lines: readonly string[],
): Promise<void> {
  const pages = context.pages().filter((page) => page.url() !== 'about:blank');
  if (pages.length === 0) return;
  const traces = nextTraceName(tracePrefixOf(file.filepath, name));
  const parts = [
    ...pages.map((page) => `open: ${page.url()}`),
    '',
    ...lines,
    '',
    `The site ${siteUrl} has printed:`,
    siteOutput(siteUrl),
  ];
  writeFileSync(`${traces}.txt`, parts.join('\n'));
  // A page that hangs can't be captured.
  await pages
    .at(-1)
    ?.screenshot({ path: `${traces}.png`, timeout: pictureMs })
    .catch(() => {});
}
