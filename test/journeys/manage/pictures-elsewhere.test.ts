// @module-tag slow
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  startTestBucket,
  type TestBucket,
} from '../../../src/features/pictures/server/bucket/testing-bucket.ts';
import { plainPicture } from '../../../src/features/pictures/server/testing-pictures.ts';
import { signUpInBackground } from '../../account.ts';
import { eventually, visit } from '../../browser.ts';
import { runProgram, startSite } from '../../running-site.ts';
import { sharedBrowser } from '../../start-browser.ts';

function variablesOf({ settings }: TestBucket): Record<string, string> {
  return {
    PICTURES_S3_ENDPOINT: settings.endpoint,
    PICTURES_S3_BUCKET: settings.bucket,
    PICTURES_S3_REGION: settings.region,
    PICTURES_S3_KEY_ID: settings.keyId,
    PICTURES_S3_SECRET: settings.secret,
  };
}

const move = (settings: Record<string, string>, ...more: string[]) =>
  runProgram(['src/app/commands/pictures.ts', 'move', ...more], settings);

test('a built site stores pictures in a bucket, logs why it can’t, and moves them back', async () => {
  const bucket = await startTestBucket();
  const dataDir = mkdtempSync(path.join(tmpdir(), 'content-hub-elsewhere-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const settings = { DATA_DIR: dataDir, ...variablesOf(bucket) };
  const site = await startSite(settings);
  onTestFinished(() => site.stop());
  const browser = await sharedBrowser();
  const { context } = await visit(browser, site.url);
  await signUpInBackground(context, site.url);
  const reply = await context.request.post('/api/pictures', {
    headers: { origin: site.url, 'content-type': 'application/octet-stream' },
    data: await plainPicture(40),
  });
  const { address }: { address: string } = await reply.json();
  // No text uses the picture yet, so only its owner can see it.
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const look = (path: string) =>
    fetch(site.url + path, { headers: { connection: 'close', cookie } });
  expect(bucket.objects.size).toBe(3);
  expect((await look(address)).status).toBe(200);

  expect(await move(settings, '--back')).toEqual({ code: 0, output: '1 picture moved.\n' });
  expect(bucket.objects.size).toBe(0);
  expect((await look(address)).status).toBe(200);
  expect(await move(settings)).toEqual({ code: 0, output: '1 picture moved.\n' });
  expect(bucket.objects.size).toBe(3);

  bucket.trouble = () => 403;
  // A file that was requested before is still cached; others are refused.
  expect((await look(address)).status).toBe(200);
  const other = await look(address.replace('.jpg', '-40.webp'));
  expect([other.status, other.headers.get('retry-after')]).toEqual([503, '5']);
  await eventually(() => site.output()).toContain('403 SlowDown');
  expect(site.output()).not.toContain(bucket.settings.secret);

  const without = await move({ DATA_DIR: dataDir });
  expect(without.code).toBe(1);
  expect(without.output).toContain('No store is set: PICTURES_S3_ENDPOINT');
  const wrong = await runProgram(['src/app/commands/pictures.ts', 'copy'], settings);
  expect(wrong).toEqual({ code: 1, output: 'Usage: npm run pictures -- move [--back]\n' });
});
