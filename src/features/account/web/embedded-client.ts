import type { QueryClient } from '@tanstack/react-query';
import { safeReturnPath } from '../../../identity/return-path.ts';
import type {
  GoogleOutcome,
  IdentityClient,
  Proof,
} from '../../../identity/web/identity-client.ts';
import type { ProblemKind } from '../../../platform/contract/problems.ts';
import { call } from '../../../platform/web/api.ts';
import {
  currentUser,
  finishGoogle,
  linkGoogle,
  signIn,
  signUp,
  updateProfile,
} from '../contract.ts';
import {
  emailTaken,
  googleEmailNotVerified,
  googleExpired,
  googleFailed,
  googleNotConfigured,
} from '../problems.ts';
import { askGoogle, type GoogleAnswer, takeGoogleAnswer } from './google-window.ts';

/** A token lives five minutes; after four it is asked for anew. */
const tokenGoodForMs = 4 * 60_000;

function kindNamed(code: string | null): ProblemKind {
  const kinds = [googleExpired, googleNotConfigured, googleEmailNotVerified, emailTaken];
  return kinds.find((kind) => kind.code === code) ?? googleFailed;
}

/** The provider that comes with the site, spoken to under `/identity`. */
export function createEmbeddedClient(queries: QueryClient): IdentityClient {
  let held: { readonly idToken: string; readonly until: number } | undefined;
  let channel: BroadcastChannel | undefined;

  function hold(proof: Proof): Proof {
    held = { idToken: proof.idToken, until: Date.now() + tokenGoodForMs };
    return proof;
  }

  function tabs(): BroadcastChannel {
    channel ??= new BroadcastChannel('identity');
    return channel;
  }

  async function askSession() {
    const { user, idToken } = (await call(queries, currentUser, {})).body;
    held = undefined;
    if (user && idToken) hold({ user, idToken });
    return { user, idToken };
  }

  async function outcomeOf(answer: GoogleAnswer | null): Promise<GoogleOutcome> {
    if (!answer || answer.problem === 'google-cancelled') return { kind: 'none' };
    const { code, problem: reason } = answer;
    if (!code) throw kindNamed(reason ?? null)();
    const { body } = await call(queries, finishGoogle, { body: { code } });
    const to = safeReturnPath(body.to);
    if (body.outcome === 'signed-in') return { kind: 'signed-in', proof: hold(body), to };
    const { email, linkToken } = body;
    return {
      kind: 'password-needed',
      email,
      to,
      async link(password) {
        const { body: proof } = await call(queries, linkGoogle, { body: { linkToken, password } });
        return hold(proof);
      },
    };
  }

  return {
    signUp: async (account) => hold((await call(queries, signUp, { body: account })).body),
    signIn: async (credentials) => hold((await call(queries, signIn, { body: credentials })).body),
    signInWithGoogle: async (ask) => outcomeOf(await askGoogle(ask)),
    async resumeGoogle() {
      const answer = takeGoogleAnswer();
      return answer && outcomeOf(answer);
    },
    async signOut() {
      held = undefined;
    },
    updateProfile: async (profile) =>
      hold((await call(queries, updateProfile, { body: profile })).body),
    currentUser: async () => (await askSession()).user,
    async idToken() {
      if (held && held.until > Date.now()) return held.idToken;
      return (await askSession()).idToken;
    },
    announceChange: () => tabs().postMessage('changed'),
    onChange(listener) {
      const lookAgain = ({ persisted }: PageTransitionEvent) => {
        if (persisted) listener();
      };
      tabs().addEventListener('message', listener);
      // A page that the back button takes out of its grave missed what happened meanwhile.
      window.addEventListener('pageshow', lookAgain);
      return () => {
        tabs().removeEventListener('message', listener);
        window.removeEventListener('pageshow', lookAgain);
      };
    },
  };
}
