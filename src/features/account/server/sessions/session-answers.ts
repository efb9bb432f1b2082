import { type Answer, answer } from '../../../../identity/answer.ts';
import type { Identity } from '../../../../identity/create-identity.ts';
import { noteProvenAddress } from '../../../../identity/imported-authors.ts';
import type { BegunSession } from '../../../../identity/session/session.ts';
import { notSignedIn, notYours, Problem } from '../../../../platform/contract/problems.ts';
import type { CallReply, CallRequest } from '../../../../platform/http/answers/answers.ts';
import type { RateLimiter } from '../../../../platform/http/answers/rate-limit.ts';
import { networkOf } from '../../../../platform/http/ingress/network-of.ts';
import type { Storage, Write } from '../../../../storage/storage.ts';
import { callAccountBack, currentUser, endSession, startSession } from '../../contract/sessions.ts';
import type { AccountEnd } from '../account-end.ts';
import type { IdentityProvider, IdTokenSubject } from '../identity-provider.ts';
import { failureRule } from '../limits.ts';
import { dropExpiredTokens, spendIdToken } from '../one-time-tokens.ts';
import { kindOfSignIn, originOf, type SecurityEvent } from '../security/security-events.ts';
import type { SecurityLog } from '../security/security-log.ts';

export interface SessionParts {
  readonly storage: Storage;
  readonly identity: Identity;
  readonly limiter: RateLimiter;
  readonly provider: IdentityProvider;
  readonly securityLog: SecurityLog;
  readonly end: AccountEnd;
  readonly now: () => number;
}

interface Proof extends IdTokenSubject {
  readonly token: string;
  readonly invite?: string | undefined;
}

interface Begun extends BegunSession {
  readonly events: readonly SecurityEvent[];
}

/** Longer than the lifetime of any token. */
const spentForMs = 10 * 60_000;

function bearerOf(request: CallRequest): string {
  const [, token] = /^Bearer ([\w.-]{1,16384})$/i.exec(request.headers.authorization ?? '') ?? [];
  if (!token) throw notSignedIn();
  return token;
}

/** The session cookie: issued for an ID token, ended by the site's own pages. */
export function sessionAnswers(parts: SessionParts): readonly Answer[] {
  const { storage, limiter, provider, securityLog, end, now } = parts;
  const { sessions, ownPages } = parts.identity;
  const verified = new WeakMap<CallRequest, Proof>();

  async function identify(request: CallRequest): Promise<Proof> {
    const token = bearerOf(request);
    const network = networkOf(request.ip);
    await limiter.assertRoom(failureRule, network);
    try {
      return { ...(await provider.identify(token)), token };
    } catch (error) {
      const isGuess = error instanceof Problem && error.status < 500;
      if (isGuess) await limiter.take(failureRule, network);
      throw error;
    }
  }

  /** Records a sign-in; the exchange of a session's own token is not a sign-in. */
  async function signInOf(write: Write, personId: string, request: CallRequest) {
    const origin = originOf(request);
    const kind = await kindOfSignIn(write, personId, origin);
    const event: SecurityEvent = { personId, kind, origin, at: now() };
    await securityLog.note(write, event);
    return event;
  }

  /** The person of a token, which is valid once. */
  async function spend(write: Write, who: Proof, { ip }: CallRequest): Promise<string> {
    const attempt = { network: networkOf(ip), invite: who.invite };
    const personId = await provider.admit(write, who, attempt);
    await dropExpiredTokens(write.db, now());
    const isFirstUse = await spendIdToken(write.db, who.token, now() + spentForMs);
    if (!isFirstUse) throw notSignedIn();
    return personId;
  }

  function proofOf(request: CallRequest, email: string): Proof {
    const who = verified.get(request);
    if (!who) throw notSignedIn();
    if (email !== who.email) throw notYours();
    return who;
  }

  /** Without proof the reply is 401, whatever else is wrong with the request. */
  async function admit(request: CallRequest): Promise<void> {
    verified.set(request, await identify(request));
  }

  /** The session of a token: an existing one, or a new one for a sign-in. */
  async function begin(write: Write, who: Proof, personId: string, request: CallRequest) {
    if (who.sessionId !== undefined) {
      return { ...(await sessions.resume(write, request, personId, who.sessionId)), events: [] };
    }
    const begun = await sessions.start(write, request, personId, who.authenticatedAt);
    await noteProvenAddress(write, personId);
    return { ...begun, events: [await signInOf(write, personId, request)] };
  }

  async function exchange(write: Write, who: Proof, request: CallRequest): Promise<Begun> {
    const personId = await spend(write, who, request);
    await end.assertStands(write, personId);
    return begin(write, who, personId, request);
  }

  async function restoreAccount(write: Write, who: Proof, request: CallRequest): Promise<Begun> {
    const personId = await spend(write, who, request);
    const isBack = await end.restore(write, personId);
    const begun = await begin(write, who, personId, request);
    if (!isBack) return begun;
    const kind = 'account-called-back';
    const event: SecurityEvent = { personId, kind, origin: originOf(request), at: now() };
    await securityLog.note(write, event);
    return { ...begun, events: [event, ...begun.events] };
  }

  function answerBegun({ person, cookie, events }: Begun, reply: CallReply) {
    for (const event of events) securityLog.notify(event);
    reply.header('set-cookie', cookie);
    return { user: person };
  }

  return [
    {
      ...answer(startSession, async ({ body }, { request, reply }) => {
        const who = { ...proofOf(request, body.email), invite: body.invite };
        return answerBegun(await storage.write((write) => exchange(write, who, request)), reply);
      }),
      admit,
    },

    {
      ...answer(callAccountBack, async ({ body }, { request, reply }) => {
        const who = proofOf(request, body.email);
        return answerBegun(
          await storage.write((write) => restoreAccount(write, who, request)),
          reply,
        );
      }),
      admit,
    },

    answer(currentUser, async (_input, { request }) => {
      const session = await sessions.sessionOf(request);
      if (!session) return { user: null, idToken: null };
      return { user: session.person, idToken: await provider.renew(session) };
    }),

    answer(endSession, async (_input, { request, reply }) => {
      ownPages.assertOwnScript(request);
      const cookie = await sessions.end(request);
      if (cookie !== undefined) reply.header('set-cookie', cookie);
    }),
  ];
}
