import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { exportJWK, generateKeyPair } from 'jose';
import { interactionPolicy, Provider } from 'oidc-provider';

/** A person with an account at the provider. */
export interface OpenIdPerson {
  /** Never changes. */
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name: string;
  readonly picture?: string;
}

export interface OpenIdStandIn {
  /** The client id, client secret and issuer to configure the site with. */
  readonly settings: {
    readonly clientId: string;
    readonly clientSecret: string;
    readonly issuer: string;
  };
  /** Registers this site as a client. */
  allow(siteUrl: string): void;
  add(person: OpenIdPerson): void;
  /**
   * Answers the next sign-ins as this person (by `sub`) or with `'cancel'`, without a page. If unset, a page shows one
   * link for each person, and one named Cancel.
   */
  answerAs(answer: string | undefined): void;
  stop(): Promise<void>;
}

type Stored = Record<string, unknown> & { uid?: string; grantId?: string; consumed?: number };

/** In-memory storage for oidc-provider. */
function createAdapter(stored: Map<string, Stored>) {
  return class {
    readonly #model: string;
    constructor(model: string) {
      this.#model = model;
    }
    #key(id: string): string {
      return `${this.#model}:${id}`;
    }
    async upsert(id: string, payload: Stored): Promise<void> {
      stored.set(this.#key(id), payload);
    }
    async find(id: string): Promise<Stored | undefined> {
      return stored.get(this.#key(id));
    }
    async findByUid(uid: string): Promise<Stored | undefined> {
      return [...stored.values()].find((payload) => payload.uid === uid);
    }
    async consume(id: string): Promise<void> {
      const payload = stored.get(this.#key(id));
      if (payload) payload.consumed = Math.floor(Date.now() / 1000);
    }
    async destroy(id: string): Promise<void> {
      stored.delete(this.#key(id));
    }
    async revokeByGrantId(grantId: string): Promise<void> {
      for (const [key, payload] of stored) if (payload.grantId === grantId) stored.delete(key);
    }
  };
}

const scope = 'openid email profile';

async function configurationOf(people: Map<string, OpenIdPerson>, stored: Map<string, Stored>) {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const policy = interactionPolicy.base();
  for (const name of ['create', 'select_account']) {
    policy.add(new interactionPolicy.Prompt({ name, requestable: true }), 0);
  }
  return {
    adapter: createAdapter(stored),
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'one' }] },
    cookies: { keys: ['only-for-tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    // As with Google: the claims are in the ID token itself.
    conformIdTokenClaims: false,
    discovery: {
      prompt_values_supported: ['create', 'select_account', 'login', 'consent', 'none'],
    },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        async logoutSource(ctx: { body: unknown }, form: string) {
          ctx.body = `<!doctype html><title>Sign out</title>${form}
<button type="submit" form="op.logoutForm" value="yes" name="logout">Sign out here too</button>`;
        },
      },
    },
    interactions: { policy, url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    async findAccount(_: unknown, sub: string) {
      const person = people.get(sub);
      return person && { accountId: sub, claims: async () => ({ ...person }) };
    },
    async loadExistingGrant({
      oidc,
    }: {
      oidc: {
        provider: Provider;
        client: { clientId: string };
        session: { accountId: string };
      };
    }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client.clientId,
        accountId: oidc.session.accountId,
      });
      grant.addOIDCScope(scope);
      await grant.save();
      return grant;
    },
    async renderError(ctx: { body: unknown }, out: unknown) {
      ctx.body = out;
    },
    ttl: {
      AccessToken: 60,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
  };
}

function choicePage(uid: string, title: string, people: Iterable<OpenIdPerson>): string {
  const links = [...people].map(
    ({ sub, name }) =>
      `<li><a href="/interaction/${uid}?as=${encodeURIComponent(sub)}">${name}</a>`,
  );
  return `<!doctype html><title>${title}</title><ul>${links.join('')}
<li><a href="/interaction/${uid}?as=cancel">Cancel</a></ul>`;
}

/** A certified OpenID Connect server, in place of Google or of the site's own accounts. */
export async function startOpenIdProvider(): Promise<OpenIdStandIn> {
  const people = new Map<string, OpenIdPerson>();
  const stored = new Map<string, Stored>();
  let answer: string | undefined;
  let provider: Provider | undefined;

  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!provider) return;
    const { uid, prompt } = await provider.interactionDetails(request, response);
    const as = answer ?? new URL(request.url ?? '/', 'http://localhost').searchParams.get('as');
    if (as === null) {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      const title = prompt.name === 'create' ? 'Make an account' : 'Choose an account';
      response.end(choicePage(uid, title, people.values()));
      return;
    }
    const result =
      as === 'cancel'
        ? { error: 'access_denied', error_description: 'The person changed their mind.' }
        : { create: {}, select_account: {}, login: { accountId: as } };
    await provider.interactionFinished(request, response, result, {
      mergeWithLastSubmission: false,
    });
  }

  const server = createServer((request, response) => {
    if (request.url?.startsWith('/interaction/')) {
      interact(request, response).catch(() => response.writeHead(500).end());
    } else if (request.url === '/favicon.ico') response.writeHead(204).end();
    else provider?.callback()(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The stand-in has no port.');
  const settings = {
    clientId: 'content-hub',
    clientSecret: 'a secret of the tests, long enough',
    issuer: `http://localhost:${address.port}`,
  };
  provider = new Provider(settings.issuer, await configurationOf(people, stored));

  return {
    settings,
    allow(siteUrl) {
      stored.set(`Client:${settings.clientId}`, {
        client_id: settings.clientId,
        client_secret: settings.clientSecret,
        redirect_uris: [`${siteUrl}/identity/google/callback`, `${siteUrl}/identity/callback`],
        post_logout_redirect_uris: [`${siteUrl}/`],
      });
    },
    add: (person) => void people.set(person.sub, person),
    answerAs(next) {
      answer = next;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
