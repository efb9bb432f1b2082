import { once } from 'node:events';
import { createServer } from 'node:http';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { expect, onTestFinished } from 'vitest';
import { openSignUp } from '../../../../identity/sign-up-policy.ts';
import { problemOf } from '../../../../identity/testing.ts';
import type { Storage } from '../../../../storage/storage.ts';
import { testOnEachEngine } from '../../../../storage/testing.ts';
import { startSite } from '../testing-site.ts';
import { createVisitor } from '../testing-visitor.ts';
import { createExternalProvider } from './external-provider.ts';

interface ResponseOverrides {
  /** The issuer in the discovery document. */
  issuer?: string;
  /** Changes to the claims of an honest ID token. */
  claims?: JWTPayload;
  isUnsigned?: boolean;
  isSignedByAnother?: boolean;
  /** Changes to the parameters of the redirect back to the site. */
  answer?: Record<string, string>;
}

const clientId = 'content-hub';

/** Starts an issuer that is correct except for the given lies. */
async function startIssuer(lies: ResponseOverrides) {
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
  return { issuer: base, idToken };
}

const places = [
  { place: 'google', start: '/identity/google/start', failed: 'google-failed' },
  { place: 'external', start: '/identity/start', failed: 'sign-in-failed' },
] as const;

/** The parameters in the address where a sign-in with this issuer ends. */
async function endOf(
  storage: Storage,
  { place, start }: (typeof places)[number],
  lies: ResponseOverrides,
): Promise<URLSearchParams> {
  const { issuer } = await startIssuer(lies);
  const { url } = await startSite(storage, { [place]: { clientId, clientSecret: 's', issuer } });
  const end = await createVisitor(url).follow(start);
  return new URLSearchParams(end.hash.slice(1));
}

testOnEachEngine('a sign-in with a correct issuer succeeds', async ({ storage }) => {
  for (const where of places) {
    expect((await endOf(storage, where, {})).get('code')).toMatch(/^[\w-]{43}$/);
  }
});

const lies: readonly (readonly [what: string, lies: ResponseOverrides])[] = [
  ['a discovery document of another issuer', { issuer: 'https://accounts.google.com' }],
  ['an ID token of another issuer', { claims: { iss: 'https://accounts.google.com' } }],
  ['an ID token for another client', { claims: { aud: 'another' } }],
  [
    'an ID token that another client asked for',
    { claims: { aud: [clientId, 'another'], azp: 'another' } },
  ],
  ['an ID token with another nonce', { claims: { nonce: 'another' } }],
  ['an ID token without a nonce', { claims: { nonce: undefined } }],
  ['an ID token out of date', { claims: { iat: 1_000_000_000, exp: 1_000_000_060 } }],
  ['an ID token without a signature', { isUnsigned: true }],
  ['an ID token signed by another key', { isSignedByAnother: true }],
  ['an answer in the name of another issuer', { answer: { iss: 'https://evil.example' } }],
];

for (const [what, lie] of lies) {
  testOnEachEngine(`${what} is refused`, async ({ storage }) => {
    for (const where of places) {
      expect((await endOf(storage, where, lie)).get('problem'), where.place).toBe(where.failed);
    }
    expect(await storage.reader.selectFrom('people').select('id').execute()).toEqual([]);
  });
}

/** Tokens that must be refused at `POST /jwt` too, where there is no sign-in flow with a nonce. */
const wrongTokens = lies.filter(([, { issuer, answer, claims }]) => {
  const isOfFlow = issuer ?? answer ?? (claims && 'nonce' in claims);
  return !isOfFlow;
});

testOnEachEngine(
  'a token sent without a sign-in flow is refused for wrong claims or a wrong signature',
  async ({ storage }) => {
    const identified = async (lie: ResponseOverrides) => {
      const { issuer, idToken } = await startIssuer(lie);
      const settings = { clientId, clientSecret: 's', issuer };
      const siteUrl = 'https://blog.example.org';
      const provider = createExternalProvider({
        storage,
        siteUrl,
        settings,
        signUpPolicy: openSignUp,
        now: Date.now,
      });
      return provider.identify(await idToken());
    };
    expect(await identified({})).toMatchObject({ subject: '1', email: 'grace@example.org' });
    expect(wrongTokens).toHaveLength(6);
    for (const [what, lie] of wrongTokens) {
      expect((await problemOf(identified(lie))).code, what).toBe('not-signed-in');
    }
  },
);
