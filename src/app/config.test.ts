import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const provider = {
  IDENTITY_ISSUER: 'https://accounts.example.org/realms/one',
  IDENTITY_CLIENT_ID: 'content-hub',
  IDENTITY_CLIENT_SECRET: 'secret',
};

test('another provider is named by its issuer, the client and its secret', () => {
  expect(readConfig({}).external).toBeUndefined();
  expect(readConfig(provider).external).toEqual({
    issuer: 'https://accounts.example.org/realms/one',
    clientId: 'content-hub',
    clientSecret: 'secret',
  });
});

test.each(Object.keys(provider))('without %s it can’t be used, and that is said', (name) => {
  const read = () => readConfig({ ...provider, [name]: '' });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(`${name} must be set too.`);
});

test('an issuer is reached by https, unless it runs on this machine', () => {
  for (const name of ['IDENTITY_ISSUER', 'GOOGLE_ISSUER']) {
    for (const address of ['http://accounts.example.org', 'ftp://localhost', 'accounts']) {
      expect(() => readConfig({ ...provider, [name]: address })).toThrow(
        `${name} must be an https address, or an http one of this machine`,
      );
    }
    readConfig({ ...provider, [name]: 'http://localhost:8080/realms/one' });
  }
});
