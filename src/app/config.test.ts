import path from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const provider = {
  IDENTITY_ISSUER: 'https://accounts.example.org/realms/one',
  IDENTITY_CLIENT_ID: 'content-hub',
  IDENTITY_CLIENT_SECRET: 'secret',
};

test('TRUSTED_PROXIES takes addresses and ranges, and anything else is refused by name', () => {
  expect(readConfig({}).trustedProxies.includes('127.0.0.1')).toBe(false);
  const { trustedProxies } = readConfig({ TRUSTED_PROXIES: 'loopback, 192.0.2.0/24' });
  expect(['::1', '192.0.2.9', '192.0.3.9'].map(trustedProxies.includes)).toEqual([
    true,
    true,
    false,
  ]);
  for (const list of ['nginx', '10.0.0.0/99', 'true', '0.0.0.0/0']) {
    const read = () => readConfig({ TRUSTED_PROXIES: list });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(`TRUSTED_PROXIES must list addresses and ranges`);
    expect(read).toThrow(list);
  }
});

test('the site accepts any host name until SITE_URL is set', () => {
  expect(readConfig({})).toMatchObject({ siteUrl: 'http://localhost:3000', goesByAnyName: true });
  expect(readConfig({ SITE_URL: '' }).goesByAnyName).toBe(true);
  expect(readConfig({ SITE_URL: 'http://blog.lan/' })).toMatchObject({
    siteUrl: 'http://blog.lan',
    goesByAnyName: false,
  });
});

test('demo blogs are on without DATA_DIR, unless DEMO says otherwise', () => {
  expect(readConfig({})).toMatchObject({ isDataDirGiven: false, hasDemo: true });
  expect(readConfig({ DEMO: 'off' }).hasDemo).toBe(false);
  const chosen = { DATA_DIR: '/srv/site' };
  expect(readConfig(chosen)).toMatchObject({ isDataDirGiven: true, hasDemo: false });
  expect(readConfig({ ...chosen, DEMO: 'on' }).hasDemo).toBe(true);
});

test.each(['CONNECTIONS_MAX', 'CONNECTIONS_PER_NETWORK'])('%s is a number from 1', (name) => {
  for (const value of ['0', '-1', 'many', '1.5']) {
    expect(() => readConfig({ [name]: value })).toThrow(name);
  }
});

test('an external provider is configured by its issuer, client id and secret', () => {
  expect(readConfig({}).external).toBeUndefined();
  expect(readConfig(provider).external).toEqual({
    issuer: 'https://accounts.example.org/realms/one',
    clientId: 'content-hub',
    clientSecret: 'secret',
  });
});

test.each(Object.keys(provider))(
  'an external provider without %s is refused with the reason',
  (name) => {
    const read = () => readConfig({ ...provider, [name]: '' });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(`${name} must be set too.`);
  },
);

test('an issuer must be an https address, unless it is on this machine', () => {
  for (const name of ['IDENTITY_ISSUER', 'GOOGLE_ISSUER']) {
    for (const address of ['http://accounts.example.org', 'ftp://localhost', 'accounts']) {
      expect(() => readConfig({ ...provider, [name]: address })).toThrow(
        `${name} must be an https address, or an http one of this machine`,
      );
    }
    readConfig({ ...provider, [name]: 'http://localhost:8080/realms/one' });
  }
});

test('LETTERS_PER_MINUTE is a number from 1, by default 600', () => {
  expect(readConfig({}).emailsPerMinute).toBe(600);
  expect(readConfig({ LETTERS_PER_MINUTE: '30' }).emailsPerMinute).toBe(30);
  for (const wrong of ['0', 'many', '1.5']) {
    expect(() => readConfig({ LETTERS_PER_MINUTE: wrong })).toThrow(/LETTERS_PER_MINUTE/);
  }
});

test('LIMITS scales the quotas, and 0 switches off all of them or a single one', () => {
  const none = Number.POSITIVE_INFINITY;
  expect(readConfig({ LIMITS: '2', BLOGS_PER_DAY: '7', COMMENTS_PER_DAY: '0' }).quotas).toEqual({
    textBytes: 200 * 1_024 * 1_024,
    writtenBytesPerDay: 2_048 * 1_024 * 1_024,
    blogsPerDay: 14,
    commentsPerDay: none,
  });
  expect(Object.values(readConfig({ LIMITS: '0' }).quotas)).toEqual([none, none, none, none]);
  for (const wrong of ['-1', 'many', '1.5']) {
    expect(() => readConfig({ TEXT_PER_ACCOUNT: wrong })).toThrow(/TEXT_PER_ACCOUNT/);
  }
});

test('backups are off without BACKUP_EVERY and are stored in the data folder by default', () => {
  const folder = path.resolve('data', 'backups');
  const keepsPictures = true;
  expect(readConfig({}).backups).toEqual({ everyMs: undefined, keep: 7, folder, keepsPictures });
  const given = readConfig({ BACKUP_EVERY: '24h', BACKUP_KEEP: '3', BACKUP_DIR: '/srv/kept' });
  expect(given.backups).toEqual({
    everyMs: 86_400_000,
    keep: 3,
    folder: path.resolve('/srv/kept'),
    keepsPictures,
  });
  expect(readConfig({ BACKUP_PICTURES: 'off' }).backups.keepsPictures).toBe(false);
  expect(readConfig({ BACKUP_EVERY: '7d' }).backups.everyMs).toBe(7 * 86_400_000);
  for (const time of ['24', '0h', '1.5h', '-1h', 'daily', '24h ']) {
    expect(() => readConfig({ BACKUP_EVERY: time })).toThrow('BACKUP_EVERY must look like 24h');
  }
  expect(() => readConfig({ BACKUP_KEEP: '0' })).toThrow('BACKUP_KEEP');
});

const store = {
  PICTURES_S3_ENDPOINT: 'https://s3.example.org/',
  PICTURES_S3_BUCKET: 'pictures',
  PICTURES_S3_KEY_ID: 'key',
  PICTURES_S3_SECRET: 'secret',
};

test('an object store for pictures is configured by its endpoint, bucket, key and secret', () => {
  expect(readConfig({}).pictureBucket).toBeUndefined();
  expect(readConfig({ ...store, PICTURES_S3_PATH_STYLE: 'off' }).pictureBucket).toEqual({
    endpoint: 'https://s3.example.org',
    bucket: 'pictures',
    region: 'us-east-1',
    keyId: 'key',
    secret: 'secret',
    hasPathStyle: false,
  });
  for (const [name, value] of [
    ['PICTURES_S3_ENDPOINT', 'ftp://s3.example.org'],
    ['PICTURES_S3_ENDPOINT', 'https://key:secret@s3.example.org'],
    ['PICTURES_S3_ENDPOINT', 'https://s3.example.org/?region=x'],
    ['PICTURES_S3_BUCKET', '../other'],
    ['PICTURES_S3_PATH_STYLE', 'maybe'],
  ] as const) {
    expect(() => readConfig({ ...store, [name]: value })).toThrow(name);
  }
});

test.each(Object.keys(store))('an object store without %s is refused with the reason', (name) => {
  expect(() => readConfig({ ...store, [name]: '' })).toThrow(`${name} must be set too.`);
});
