import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { siteCommand } from '../../scripts/launcher/site.mjs';
import { fetchOnce, startSite } from '../running-site.ts';

const loadedParts = path.resolve(import.meta.dirname, '../loaded-parts.ts');

test('rendering the first page loads neither fetch nor WebCrypto, which would take a tenth of the start', {
  tags: 'slow',
}, async () => {
  const site = await startSite({ DEMO: 'off' }, ['--import', loadedParts, ...siteCommand]);
  expect((await fetchOnce(`${site.url}/`)).status).toBe(200);
  await site.stop();
  expect(site.output()).toContain('NativeModule sqlite');
  expect(site.output()).not.toContain('undici');
  expect(site.output()).not.toContain('webcrypto');
});

test('the options of Node leave the code valid that Node and earlier starts have compiled', () => {
  const [options, print] = [siteCommand.slice(0, -1), ['-p', 'v8.cachedDataVersionTag()']];
  const tag = (given: readonly string[]) =>
    execFileSync(process.execPath, [...given, ...print], { encoding: 'utf8', env: {} });
  expect(tag(options)).toBe(tag([]));
});

test('a stack trace in the log refers to the source files', { tags: 'slow' }, async () => {
  const site = await startSite({ DEMO: 'off' });
  const database = new DatabaseSync(path.join(site.dataDir, 'content-hub.sqlite'));
  database.exec('drop view published_blogs');
  database.close();
  expect((await fetchOnce(`${site.url}/api/latestBlogs`)).status).toBe(500);
  await site.stop();
  expect(site.output()).toMatch(/src\/storage\/sqlite\/dialect\.ts:\d+:\d+/);
});
