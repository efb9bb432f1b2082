import Fastify from 'fastify';
import { onTestFinished } from 'vitest';
import {
  type ApiReply,
  callApi,
  type Transport,
  type TransportReply,
} from '../platform/contract/call-api.ts';
import type { CallInput, Endpoint, ReplyOf } from '../platform/contract/define-endpoint.ts';
import { Problem } from '../platform/contract/problems.ts';
import { registerAnswers } from '../platform/http/answers/register-answers.ts';
import { handleProblems } from '../platform/http/problem-handler.ts';
import { acceptOnlyJson } from '../platform/http/strict-json.ts';
import { createRateLimiter, type WriteLimiter } from '../storage/limits/rate-limiter.ts';
import { rowId } from '../storage/row-id.ts';
import type { Storage } from '../storage/storage.ts';
import type { Answer } from './answer.ts';
import { createIdentity } from './create-identity.ts';
import { type Person, type Role, roleRow } from './person.ts';
import { indexPerson } from './person-index.ts';
import {
  type AccountQuotas,
  createAccountQuotas,
  type QuotaLimits,
} from './quotas/account-quotas.ts';
import type { HeavyCalls } from './quotas/heavy-calls.ts';
import { createSessions } from './session/session.ts';

/** A client that calls the site over the network as its own pages do. */
export interface Caller {
  call<E extends Endpoint>(
    endpoint: E,
    input: CallInput<E>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<ApiReply<ReplyOf<E>>>;
  request(path: string, init?: RequestInit): Promise<Response>;
}

export interface Member extends Caller {
  readonly person: Person;
  /** `Cookie` header of the session. */
  readonly cookie: string;
}

/** Calls a site, anonymously or with a session's cookie or a personal token. */
export function createCaller(siteUrl: string, cookie?: string, token?: string): Caller {
  const request: Caller['request'] = (path, init = {}) => {
    const headers = new Headers(init.headers);
    if (!headers.has('sec-fetch-site')) headers.set('sec-fetch-site', 'same-origin');
    if (cookie) headers.set('cookie', cookie);
    if (token) headers.set('authorization', `Bearer ${token}`);
    return fetch(new URL(path, siteUrl), { ...init, headers, redirect: 'manual' });
  };
  const transport: Transport = async ({ method, url, headers, body }): Promise<TransportReply> => {
    const reply = await request(url, { method, headers, ...(body !== undefined && { body }) });
    return { status: reply.status, headers: reply.headers, text: await reply.text() };
  };
  return {
    request,
    call: (endpoint, input, headers) => callApi(transport, endpoint, input, { headers }),
  };
}

/** Creates a signed-in person with an account, without a password. */
export async function givenMember(
  storage: Storage,
  siteUrl: string,
  name = 'Ada Lovelace',
  role: Role = 'member',
): Promise<Member> {
  const person: Person = {
    id: rowId(),
    email: `${name.toLowerCase().replace(/\W+/g, '.')}@example.org`,
    displayName: name,
    photoURL: '/images/people/someone.webp',
    role,
  };
  await storage.write(async ({ db }) => {
    await db
      .insertInto('people')
      .values({
        id: person.id,
        subject: person.id,
        email: person.email,
        name: person.displayName,
        photo_url: person.photoURL,
        bio: null,
        ...roleRow(role),
        created_at: Date.now(),
      })
      .execute();
    await indexPerson({ db }, { id: person.id, name, email: person.email });
  });
  return givenSession(storage, siteUrl, person);
}

/** Signs a person in. */
export async function givenSession(
  storage: Storage,
  siteUrl: string,
  person: Person,
): Promise<Member> {
  const sessions = createSessions({ storage, siteUrl, now: Date.now });
  const begun = await storage.write((write) =>
    sessions.start(write, { headers: {} }, person.id, Date.now()),
  );
  const [cookie = ''] = begun.cookie.split(';');
  return { ...createCaller(siteUrl, cookie), person, cookie };
}

export interface MemberSite {
  readonly url: string;
  readonly visitor: Caller;
  /** The clock of the routes, in milliseconds; tests advance it instead of waiting. */
  readonly clock: { now: number };
  member(name?: string, role?: Role): Promise<Member>;
}

export interface RouteParts {
  readonly storage: Storage;
  readonly limiter: WriteLimiter;
  readonly quotas: AccountQuotas;
  readonly heavyCalls: HeavyCalls;
  readonly revisionsKept: number;
  readonly now: () => number;
}

const unbounded: QuotaLimits = {
  textBytes: Number.POSITIVE_INFINITY,
  writtenBytesPerDay: Number.POSITIVE_INFINITY,
  blogsPerDay: Number.POSITIVE_INFINITY,
  commentsPerDay: Number.POSITIVE_INFINITY,
};

export interface MemberSiteOptions {
  /** Factor on the rate limits. */
  readonly limits?: number;
  readonly quotas?: Partial<QuotaLimits>;
  readonly revisionsKept?: number;
}

/**
 * A site with these answers only, listening on a free port until the test ends. Rate limits and quotas are off by
 * default.
 */
export async function startMemberSite(
  storage: Storage,
  answersOf: (parts: RouteParts) => readonly Answer[],
  { limits = 0, revisionsKept = 50, ...options }: MemberSiteOptions = {},
): Promise<MemberSite> {
  const clock = { now: Date.now() };
  const now = () => clock.now;
  const identity = createIdentity({ storage, siteUrl: 'http://content-hub.test' });
  const app = Fastify();
  handleProblems(app);
  acceptOnlyJson(app);
  const limiter = createRateLimiter({ storage, factor: limits, now });
  const quotas = createAccountQuotas({ limits: { ...unbounded, ...options.quotas }, now });
  const parts = { storage, limiter, quotas, revisionsKept, heavyCalls: identity.heavyCalls, now };
  registerAnswers(app, identity.apiGuard, answersOf(parts));
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  return {
    url,
    clock,
    visitor: createCaller(url),
    member: (name, role) => givenMember(storage, url, name, role),
  };
}

/** The problem that a call rejects with. */
export async function problemOf(call: Promise<unknown>): Promise<Problem> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error('The call went well.');
}
