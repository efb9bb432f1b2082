import type { QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { safeReturnPath } from '../../../../identity/session/return-path.ts';
import { call } from '../../../../platform/web/api.ts';
import { randomKey } from '../../../../platform/web/random-key.ts';
import { googleFailed } from '../../contract/problems.ts';
import type { SecondStep } from '../../contract/second-step.ts';
import { finishGoogle, linkGoogle, type User } from '../../contract/sessions.ts';
import { type ProviderAnswer, reasonOf, takeAnswer } from '../hash-values.ts';

const startPath = '/identity/google/start';
const features = 'popup,width=480,height=640';
/** Interval of checks for a closed window, in milliseconds. */
const lookEveryMs = 300;

export interface GoogleAsk {
  /** Path of this site to come back to. */
  readonly to: string;
  /** The token of an invitation. */
  readonly invite: string | undefined;
  /** Called when the window appears closed; an outcome may still arrive. */
  readonly onWindowClosed: () => void;
  /** Stops waiting for the outcome. */
  readonly signal: AbortSignal;
}

interface GoogleProof {
  readonly user: User;
  readonly idToken: string;
}

/** The address that Google verified has an account with a password: entering it links the two. */
export interface PasswordNeeded {
  readonly kind: 'password-needed';
  readonly email: string;
  readonly to: string;
  /** Resolves to the proof, or to the second step that the account requires first. */
  readonly link: (password: string) => Promise<GoogleProof | { readonly secondStep: SecondStep }>;
}

export type GoogleOutcome =
  | { readonly kind: 'signed-in'; readonly proof: GoogleProof; readonly to: string }
  | { readonly kind: 'second-step-needed'; readonly secondStep: SecondStep; readonly to: string }
  | PasswordNeeded
  /** Cancelled, or continued elsewhere: nothing more happens on this page. */
  | { readonly kind: 'none' };

const answerSchema = z.object({ code: z.string().nullable(), problem: z.string().nullable() });

function startUrl({ to, invite }: GoogleAsk, channel?: string): string {
  const values = { to, ...(invite && { invite }), ...(channel && { channel }) };
  return `${startPath}?${new URLSearchParams(values)}`;
}

/** Google's response from a popup; null when cancelled, or when the whole page was redirected instead. */
function askInWindow(ask: GoogleAsk): Promise<ProviderAnswer | null> {
  const { onWindowClosed, signal } = ask;
  const name = randomKey();
  const popup = window.open(startUrl(ask, name), 'google-sign-in', features);
  if (!popup || popup.closed) {
    window.location.assign(startUrl(ask));
    return Promise.resolve(null);
  }
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(`google-sign-in:${name}`);
    // Google may isolate its window from ours, which then appears closed: so the channel stays open for a response.
    const looking = setInterval(() => {
      if (!popup.closed) return;
      clearInterval(looking);
      onWindowClosed();
    }, lookEveryMs);
    const settle = (answer: ProviderAnswer | null) => {
      clearInterval(looking);
      channel.close();
      resolve(answer);
    };
    channel.addEventListener('message', ({ data }) => {
      settle(answerSchema.safeParse(data).data ?? null);
    });
    signal.addEventListener('abort', () => settle(null), { once: true });
  });
}

async function outcomeOf(
  queries: QueryClient,
  answer: ProviderAnswer | null,
): Promise<GoogleOutcome> {
  if (!answer || answer.problem === 'google-cancelled') return { kind: 'none' };
  if (!answer.code) throw reasonOf(answer, googleFailed)();
  const { body } = await call(queries, finishGoogle, { body: { code: answer.code } });
  const to = safeReturnPath(body.to);
  if (body.outcome === 'signed-in') return { kind: 'signed-in', proof: body, to };
  if (body.outcome === 'second-step-needed') {
    return { kind: 'second-step-needed', secondStep: body.secondStep, to };
  }
  const { email, linkToken } = body;
  return {
    kind: 'password-needed',
    email,
    to,
    link: async (password) =>
      (await call(queries, linkGoogle, { body: { linkToken, password } })).body,
  };
}

/**
 * Opens a popup; where popups are blocked, redirects the whole page to Google. Must be called directly from a click.
 * Throws a `Problem` whose message is for people.
 */
export async function askGoogle(queries: QueryClient, ask: GoogleAsk): Promise<GoogleOutcome> {
  return outcomeOf(queries, await askInWindow(ask));
}

/** The outcome of Google's response on a page that Google redirected back to; null on other pages. */
export async function resumeGoogle(queries: QueryClient): Promise<GoogleOutcome | null> {
  const answer = takeAnswer('google');
  return answer && outcomeOf(queries, answer);
}
