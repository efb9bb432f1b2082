import { once } from 'node:events';
import { createServer } from 'node:http';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { expect, onTestFinished } from 'vitest';
import type { Storage } from '../../../storage/storage.ts';
import { testOnEachEngine } from '../../../storage/testing.ts';
import { startSite } from './testing-site.ts';
import { createVisitor } from './testing-visitor.ts';

interface Lies {
  /** What the discovery document says of itself. */
  issuer?: string;
  /** Changes to the claims of an honest ID token. */
  claims?: JWTPayload;
  isUnsigned?: boolean;
  isSignedByAnother?: boolean;
  /** Changes to the parameters that the browser comes back with. */
  answer?: Record<string, string>;
}

const clientId = 'content-hub';

/** An issuer that does everything right but what a test has it do wrong. */
async function startIssuer(lies: Lies) {
  const keys = await generateKeyPair('RS256', { extractable: true });
  const others = await generateKeyPair('RS256');
  let base = '';
  let nonce = '';

  function honestClaims(): JWTPayload {
    const iat = Math.floor(Date.now() / 1000);
    return {
      iss: base,
      aud: clientId,
      sub: '1',
      email: 'grace@example.org',
      email_verified: true,
      name: 'Grace',
      nonce,
      iat,
      exp: iat + 60,
    };
  }

  async function idToken(): Promise<string> {
    const claims = { ...honestClaims(), ...lies.claims };
    if (lies.isUnsigned) return new UnsecuredJWT(claims).encode();
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .sign(lies.isSignedByAnother ? others.privateKey : keys.privateKey);
  }

  async function answer(path: string): Promise<object | undefined> {
    if (path === '/.well-known/openid-configuration') {
      return {
        issuer: lies.issuer ?? base,
        authorization_endpoint: `${base}/authorize`,
        token_endpoint: `${base}/token`,
        jwks_uri: `${base}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      };
    }
    if (path === '/keys') {
      return { keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'RS256' }] };
    }
    if (path === '/token') {
      return { access_token: 'a', token_type: 'Bearer', id_token: await idToken() };
    }
    return undefined;
  }

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', base);
    if (url.pathname === '/authorize') {
      nonce = url.searchParams.get('nonce') ?? '';
      const back = new URL(url.searchParams.get('redirect_uri') ?? '');
      const state = url.searchParams.get('state') ?? '';
      back.search = new URLSearchParams({ code: 'c', state, ...lies.answer }).toString();
      response.writeHead(303, { location: back.href }).end();
      return;
    }
    const body = await answer(url.pathname);
    response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body ?? {}));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  base = `http://localhost:${typeof address === 'object' ? address?.port : ''}`;
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return base;
}

/** Where a browser's sign-in by this issuer ends. */
async function endOf(storage: Storage, lies: Lies): Promise<URLSearchParams> {
  const issuer = await startIssuer(lies);
  const { url } = await startSite(storage, { google: { clientId, clientSecret: 's', issuer } });
  const end = await createVisitor(url).follow('/identity/google/start');
  return new URLSearchParams(end.hash.slice(1));
}

testOnEachEngine('an issuer that does nothing wrong is believed', async ({ storage }) => {
  expect((await endOf(storage, {})).get('code')).toMatch(/^[\w-]{43}$/);
});

const lies: readonly (readonly [what: string, lies: Lies])[] = [
  ['a discovery document of another issuer', { issuer: 'https://accounts.google.com' }],
  ['an ID token of another issuer', { claims: { iss: 'https://accounts.google.com' } }],
  ['an ID token for another client', { claims: { aud: 'another' } }],
  ['an ID token with another nonce', { claims: { nonce: 'another' } }],
  ['an ID token without a nonce', { claims: { nonce: undefined } }],
  ['an ID token out of date', { claims: { iat: 1_000_000_000, exp: 1_000_000_060 } }],
  ['an ID token without a signature', { isUnsigned: true }],
  ['an ID token signed by another key', { isSignedByAnother: true }],
  ['an answer in the name of another issuer', { answer: { iss: 'https://evil.example' } }],
];

for (const [what, lie] of lies) {
  testOnEachEngine(`${what} opens nothing`, async ({ storage }) => {
    expect((await endOf(storage, lie)).get('problem')).toBe('google-failed');
    expect(await storage.reader.selectFrom('people').select('id').execute()).toEqual([]);
  });
}
