import {
  type ApiReply,
  callApi,
  type Transport,
  type TransportReply,
} from '../../../platform/contract/call-api.ts';
import type { CallInput, Endpoint, ReplyOf } from '../../../platform/contract/define-endpoint.ts';
import { finishGoogle, finishSignIn, signIn, signUp, startSession } from '../contract/sessions.ts';

export const ada = {
  displayName: 'Ada Lovelace',
  photoURL: 'https://example.org/ada.png',
  email: 'ada@example.org',
  password: 'Analytical',
} as const;

export interface Visitor {
  /** Cookies by name, as in a browser. */
  readonly cookies: Map<string, string>;
  call<E extends Endpoint>(
    endpoint: E,
    input: CallInput<E>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<ApiReply<ReplyOf<E>>>;
  /** Sends one request without following redirects. */
  request(path: string, init?: RequestInit): Promise<Response>;
  /** Follows redirects, also through other sites; returns the last address. */
  follow(path: string): Promise<URL>;
  /** Exchanges an ID token for a session. */
  startSession(proof: {
    readonly idToken: string;
    readonly user: { readonly email: string };
  }): Promise<void>;
  /** Signs up and starts a session, as a browser does. */
  signUp(changes?: Partial<Record<keyof typeof ada, string>>): Promise<void>;
  /** The reply to a sign-in of an account without a second step. */
  prove(email?: string, password?: string): Promise<ReplyOf<typeof signUp>>;
  signIn(email?: string, password?: string): Promise<void>;
  /** Fetches the outcome of a Google sign-in, from the address where it ended. */
  finishGoogle(end: URL): Promise<ReplyOf<typeof finishGoogle>>;
  /** Fetches the outcome of a sign-in with the external provider, from the address where it ended. */
  finishSignIn(end: URL): Promise<ReplyOf<typeof finishSignIn>>;
}

const redirectsMax = 20;

function codeOf(end: URL): string {
  return new URLSearchParams(end.hash.slice(1)).get('code') ?? '';
}

/** A browser without a screen: keeps cookies and sends its network as `X-Forwarded-For`. */
export function createVisitor(siteUrl: string, network = '192.0.2.1'): Visitor {
  const cookies = new Map<string, string>();
  const foreignCookies = new Map<string, string>();

  async function send(url: URL, init: RequestInit = {}): Promise<Response> {
    const jar = url.origin === siteUrl ? cookies : foreignCookies;
    const headers = new Headers(init.headers);
    if (!headers.has('sec-fetch-site')) headers.set('sec-fetch-site', 'same-origin');
    if (url.origin === siteUrl && !headers.has('x-forwarded-for')) {
      headers.set('x-forwarded-for', network);
    }
    if (jar.size > 0 && !headers.has('cookie')) {
      headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '));
    }
    const reply = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /max-age=0|expires=thu, 01 jan 1970/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    return reply;
  }

  const transport: Transport = async ({ method, url, headers, body }): Promise<TransportReply> => {
    const reply = await send(new URL(url, siteUrl), {
      method,
      headers,
      ...(body !== undefined && { body }),
    });
    return { status: reply.status, headers: reply.headers, text: await reply.text() };
  };

  const visitor: Visitor = {
    cookies,
    call: (endpoint, input, headers) => callApi(transport, endpoint, input, { headers }),
    request: (path, init) => send(new URL(path, siteUrl), init),
    async follow(path) {
      let url = new URL(path, siteUrl);
      for (let count = 0; count < redirectsMax; count += 1) {
        const reply = await send(url);
        const location = reply.headers.get('location');
        await reply.text();
        if (!location) return url;
        const next = new URL(location, url);
        if (next.hash) return next;
        url = next;
      }
      throw new Error(`${path} redirects for ever.`);
    },
    async startSession({ idToken, user }) {
      await visitor.call(
        startSession,
        { body: { email: user.email } },
        { authorization: `Bearer ${idToken}` },
      );
    },
    async signUp(changes) {
      const { body } = await visitor.call(signUp, { body: { ...ada, ...changes } });
      await visitor.startSession(body);
    },
    async prove(email = ada.email, password = ada.password) {
      const { body } = await visitor.call(signIn, { body: { email, password } });
      if ('secondStep' in body) throw new Error('The account asks for a second step.');
      return body;
    },
    async signIn(email = ada.email, password = ada.password) {
      await visitor.startSession(await visitor.prove(email, password));
    },
    finishGoogle: async (end) =>
      (await visitor.call(finishGoogle, { body: { code: codeOf(end) } })).body,
    finishSignIn: async (end) =>
      (await visitor.call(finishSignIn, { body: { code: codeOf(end) } })).body,
  };
  return visitor;
}
