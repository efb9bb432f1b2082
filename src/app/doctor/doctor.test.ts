import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { startMailbox } from '../../features/account/server/testing-mailbox.ts';
import { startTestBucket } from '../../features/pictures/server/bucket/testing-bucket.ts';
import { startMailServer } from '../../platform/mail/testing-mail-server.ts';
import { testOn, testOnEachEngine } from '../../storage/testing.ts';
import { makeBackup } from '../backup/make-backup.ts';
import { fillSite, testFolder } from '../backup/testing-backup.ts';
import { readConfig } from '../config.ts';
import { listen } from '../testing.ts';
import { checkBackups } from './check-backups.ts';
import { checkDatabase, checkDrift } from './check-database.ts';
import { checkDisk, checkPort, checkRights } from './check-machine.ts';
import { checkPictures } from './check-pictures.ts';
import { checkMail, checkPublicUrl, checkSettings } from './check-settings.ts';
import { type Found, runChecks } from './finding.ts';

const levels = (found: Found | readonly Found[]) => [found].flat().map(({ level }) => level);
const words = (found: Found | readonly Found[]) =>
  [found]
    .flat()
    .map((one) => one.found)
    .join('\n');

/** A server that is not the tested site; resolves to its port. */
async function startServer(answer: RequestListener): Promise<number> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

test.each([
  [{}, ['warn'], 'SITE_URL is not set'],
  [{ SITE_URL: 'http://localhost:3000' }, ['ok'], ''],
  [{ SITE_URL: 'http://blog.example.org' }, ['warn'], 'in the clear'],
  [{ SITE_URL: 'https://blog.example.org' }, ['fail'], 'everybody is one visitor'],
  [{ SITE_URL: 'https://blog.example.org', TRUSTED_PROXIES: 'loopback' }, ['ok'], ''],
  [
    { SITE_URL: 'https://blog.example.org', TRUSTED_PROXIES: 'loopback', HOST: '0.0.0.0' },
    ['warn'],
    'around its proxy',
  ],
])('the doctor judges the settings %j', (variables, expected, what) => {
  const found = checkSettings(readConfig(variables));
  expect(levels(found)).toEqual(expected);
  expect(words(found)).toContain(what);
});

testOnEachEngine(
  'the doctor checks a database without changing it',
  async ({ storage, options }) => {
    const config = readConfig({ DATA_DIR: options.dataDir, DATABASE_URL: options.databaseUrl });
    const look = () => checkDatabase(config);
    // The servers of tests run with fsync=off.
    const isSound = (found: Found) => found.level === 'ok' || found.found.includes('fsync');
    expect((await look()).filter((found) => !isSound(found))).toEqual([]);
    const steps = storage.writer.withTables<{ kysely_migration: { name: string } }>();
    await sql`update kysely_migration set name = '9999-next' where name = '0014-undo'`.execute(
      steps,
    );
    expect(words(await look())).toContain('newer version (9999-next)');
    expect(levels(await look())).toContain('fail');
    await sql`delete from kysely_migration where name = '9999-next'`.execute(steps);
    expect(words(await look())).toContain('1 migrations wait for the next start (0014-undo)');
  },
);

testOn(
  'sqlite',
  'the doctor reports a damaged database as failed',
  async ({ storage, options }) => {
    await fillSite(storage, options.dataDir);
    await storage.close();
    const file = path.join(options.dataDir, 'content-hub.sqlite');
    truncateSync(file, 200_000);
    const [finding] = await runChecks([
      { about: 'Database', look: () => checkDatabase(readConfig({ DATA_DIR: options.dataDir })) },
    ]);
    expect(finding?.level).toBe('fail');
  },
);

test('a clock drift below 2 s is fine, of 5 s a warning and of a minute a failure', () => {
  expect([1_000, -1_900, 5_000, -60_000].map((ms) => checkDrift(ms, 'its').level)).toEqual([
    'ok',
    'ok',
    'warn',
    'fail',
  ]);
});

testOn(
  'sqlite',
  'the doctor checks the age of backups and reads the newest to its end',
  async (context) => {
    const { storage, options } = context;
    await fillSite(storage, options.dataDir);
    const folder = testFolder();
    const config = (more = {}) =>
      readConfig({ DATA_DIR: options.dataDir, BACKUP_DIR: folder, BACKUP_EVERY: '24h', ...more });
    expect(levels(await checkBackups(config()))).toEqual(['warn']);
    expect(levels(await checkBackups(config({ BACKUP_EVERY: '' })))).toEqual(['warn', 'warn']);
    const { file, bytes } = await makeBackup({ dataDir: options.dataDir, folder });
    expect(levels(await checkBackups(config()))).toEqual(['ok', 'ok']);
    truncateSync(file, bytes - 20);
    expect(levels(await checkBackups(config()))).toEqual(['ok', 'fail']);
    expect(words(await checkBackups(config()))).toContain('cut');
  },
);

test('the doctor reports an unreachable PostgreSQL with advice and without the password', async () => {
  const url = 'postgres://site:secret@127.0.0.1:9/site';
  const [found, ...more] = await checkDatabase(readConfig({ DATABASE_URL: url }));
  expect(more).toEqual([]);
  expect(found).toMatchObject({ level: 'fail', advice: expect.stringContaining('DATABASE_URL') });
  expect(JSON.stringify(found)).not.toContain('secret');
});

test('the doctor reports what is wrong with an object store, with advice and without the secret', async () => {
  const { settings } = await startTestBucket();
  const look = (more = {}) =>
    checkPictures(
      readConfig({
        PICTURES_S3_ENDPOINT: settings.endpoint,
        PICTURES_S3_BUCKET: settings.bucket,
        PICTURES_S3_REGION: settings.region,
        PICTURES_S3_KEY_ID: settings.keyId,
        PICTURES_S3_SECRET: settings.secret,
        ...more,
      }),
    );
  expect(await checkPictures(readConfig({}))).toEqual({ level: 'ok', found: expect.any(String) });
  expect((await look()).level).toBe('ok');
  for (const [wrong, advice] of [
    [{ PICTURES_S3_BUCKET: 'another' }, 'no bucket of this name'],
    [{ PICTURES_S3_SECRET: 'x' }, 'PICTURES_S3_SECRET'],
    [{ PICTURES_S3_ENDPOINT: 'http://127.0.0.1:9' }, 'can this machine reach it'],
  ] as const) {
    const found = await look(wrong);
    expect(found).toMatchObject({ level: 'fail', advice: expect.stringContaining(advice) });
    expect(JSON.stringify(found)).not.toContain(settings.secret);
  }
});

test('the doctor warns of each file of the data that other users may read', async () => {
  const folder = path.join(testFolder(), 'data');
  expect(levels(checkRights(folder))).toEqual(['ok']);
  mkdirSync(folder, { mode: 0o700 });
  const file = path.join(folder, 'content-hub.sqlite');
  writeFileSync(file, '', { mode: 0o644 });
  expect(levels(checkRights(folder))).toEqual(['ok']);
  chmodSync(folder, 0o755);
  expect(levels(checkRights(folder))).toEqual(['warn', 'warn']);
  expect(words(checkRights(folder))).toContain(file);
  expect(checkDisk(folder).found).toContain('are free');
});

testOn(
  'sqlite',
  'the doctor distinguishes a free port, the site’s own and a foreign one',
  async ({ storage }) => {
    const at = (port: number | string) =>
      checkPort(readConfig({ PORT: String(port), HOST: '127.0.0.1' }));
    expect((await at(0)).found).toContain('is free');
    const { url } = await listen(storage);
    expect(await at(new URL(url).port)).toMatchObject({
      level: 'ok',
      found: expect.stringContaining('is ready'),
    });
    const foreign = await startServer((_, response) => response.writeHead(404).end());
    expect(await at(foreign)).toMatchObject({
      level: 'fail',
      found: expect.stringContaining('Another program'),
    });
    const busy = await startServer((_, response) => response.writeHead(503).end());
    expect(await at(busy)).toMatchObject({
      level: 'fail',
      found: expect.stringContaining("isn't ready"),
    });
  },
);

testOn('sqlite', 'the doctor requests the site by its SITE_URL', async ({ storage }) => {
  const by = (siteUrl: string) => checkPublicUrl(readConfig({ SITE_URL: siteUrl }));
  const { url } = await listen(storage);
  expect(levels(await by(url))).toEqual(['ok', 'ok']);
  const away = await startServer((_, response) =>
    response.writeHead(301, { location: 'https://elsewhere.example' }).end(),
  );
  expect(words(await by(`http://127.0.0.1:${away}`))).toContain('leads to https://elsewhere');
  const late = await startServer((_, response) =>
    response
      .writeHead(200, { date: new Date(Date.now() - 90_000).toUTCString() })
      .end('{"status":"ok"}'),
  );
  expect(levels(await by(`http://127.0.0.1:${late}`))).toEqual(['ok', 'fail']);
  expect(levels(await by('http://127.0.0.1:1'))).toEqual(['warn']);
  const { url: renamed } = await listen(storage, { SITE_URL: 'https://blog.example.org' });
  expect(words(await by(renamed))).toContain(
    'answers 421: the proxy asks the site by another name',
  );
});

test('the doctor checks the mail server and sends an e-mail only to a given address', async () => {
  expect((await checkMail(readConfig({}))).level).toBe('warn');
  const mailbox = await startMailbox();
  const config = readConfig({ SMTP_URL: mailbox.smtpUrl, MAIL_FROM: 'site@example.org' });
  expect((await checkMail(config)).level).toBe('ok');
  expect(mailbox.unread).toEqual([]);
  expect((await checkMail(config, 'me@example.org')).level).toBe('ok');
  expect((await mailbox.next()).to).toEqual(['me@example.org']);
  for (const [temper, level] of [
    [{ mailFrom: 550 }, 'fail'],
    [{ mailFrom: 451 }, 'fail'],
    [{ rcptTo: 550 }, 'ok'],
    [{ rcptTo: '554 5.7.1 Client host rejected' }, 'fail'],
  ] as const) {
    const { mail, taken } = await startMailServer(temper);
    const moody = readConfig({ SMTP_URL: mail.smtpUrl, MAIL_FROM: 'site@example.org' });
    expect((await checkMail(moody)).level).toBe(level);
    expect(taken).toEqual([]);
  }
  const closed = readConfig({ SMTP_URL: 'smtp://127.0.0.1:1' });
  expect(await checkMail(closed)).toMatchObject({
    level: 'fail',
    found: expect.stringContaining('ECONNREFUSED'),
  });
});

async function doctor(args: readonly string[], variables: Readonly<Record<string, string>>) {
  const command = path.resolve(import.meta.dirname, '../commands/doctor.ts');
  const child = spawn(process.execPath, [command, ...args], {
    env: { PATH: process.env.PATH, ...variables },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said = text(child.stdout);
  const [code] = await once(child, 'exit');
  return { code, said: await said };
}

testOn(
  'sqlite',
  'the doctor command prints all checks as JSON, and fails on a wrong setting',
  { tags: 'slow' },
  async (context) => {
    const settings = { DATA_DIR: context.options.dataDir, PORT: '0' };
    const { code, said } = await doctor(['--json'], settings);
    expect(code).toBe(0);
    const about = new Set(JSON.parse(said).map((one: { about: string }) => one.about));
    expect([...about]).toEqual([
      ...['Version', 'Settings', 'Port', 'Way in', 'Database', 'Disk', 'Rights', 'Pictures'],
      ...['Backups', 'Mail', 'Memory', 'Open files'],
    ]);
    const broken = await doctor([], { ...settings, BACKUP_KEEP: 'none' });
    expect(broken.code).toBe(1);
    expect(broken.said).toContain('BACKUP_KEEP must be a number');
  },
);

testOn(
  'postgres',
  'the doctor command fails if DATABASE_REPLICA_URL names no replica',
  { tags: 'slow' },
  async ({ options }) => {
    const { databaseUrl = '' } = options;
    const settings = { DATABASE_URL: databaseUrl, DATABASE_REPLICA_URL: databaseUrl, PORT: '0' };
    const { code, said } = await doctor([], { ...settings, DATA_DIR: testFolder() });
    expect(code).toBe(1);
    expect(said).toMatch(/^fail +Replica +DATABASE_REPLICA_URL names a server that is no replica/m);
  },
);
