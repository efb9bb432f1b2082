import { type Answer, answer } from '../../../../identity/answer.ts';
import type { Identity } from '../../../../identity/create-identity.ts';
import type { RateLimiter } from '../../../../platform/http/answers/rate-limit.ts';
import { networkOf } from '../../../../platform/http/ingress/network-of.ts';
import type { Storage } from '../../../../storage/storage.ts';
import { passkeysImpossible } from '../../contract/factor-problems.ts';
import {
  beginPasskeySignIn,
  beginSecondPasskey,
  secondFactor,
  signInWithPasskey,
} from '../../contract/factors.ts';
import { signInExpired } from '../../contract/problems.ts';
import { passkeyRule } from '../limits.ts';
import { originOf } from '../security/security-events.ts';
import type { Challenges } from './challenges.ts';
import { listPasskeys } from './factor-store.ts';
import { readTicket } from './first-step.ts';
import { type RelyingParty, relyingPartyOf } from './passkeys/relying-party.ts';
import { requestOptions } from './passkeys/webauthn.ts';
import type { Proof, SecondStepMaker } from './second-step.ts';

export interface SignInParts {
  readonly storage: Storage;
  readonly identity: Identity;
  readonly limiter: RateLimiter;
  readonly challenges: Challenges;
  readonly secondStep: SecondStepMaker;
  readonly now: () => number;
}

/** The site as a relying party. Throws `passkeys-impossible`. */
export function partyOf(siteUrl: string): RelyingParty {
  const party = relyingPartyOf(siteUrl);
  if (typeof party === 'string') throw passkeysImpossible();
  return party;
}

/** Sign-in with a passkey, and the second step of a sign-in. */
export function signInAnswers(parts: SignInParts): readonly Answer[] {
  const { storage, identity, limiter, challenges, secondStep, now } = parts;

  return [
    answer(beginPasskeySignIn, async (_input, { request, reply }) => {
      const party = partyOf(identity.siteUrl);
      await limiter.take(passkeyRule, networkOf(request.ip));
      const challenge = await challenges.begin(reply, { purpose: 'passkey-alone' });
      return { ...(await requestOptions({ party, challenge })) };
    }),

    answer(signInWithPasskey, async ({ body: { credential } }, { request }) => {
      const party = partyOf(identity.siteUrl);
      const challenge = await challenges.take(request, { purpose: 'passkey-alone' });
      return secondStep.passAlone(
        { credential, ceremony: { party, challenge } },
        originOf(request),
      );
    }),

    answer(beginSecondPasskey, async ({ body }, { request, reply }) => {
      const party = partyOf(identity.siteUrl);
      await limiter.take(passkeyRule, networkOf(request.ip));
      const first = await readTicket({ storage, now }, body.ticket);
      if (!first) throw signInExpired();
      const { personId } = first;
      const challenge = await challenges.begin(reply, { purpose: 'passkey-second', personId });
      const passkeys = await listPasskeys(storage.writer, personId);
      return { ...(await requestOptions({ party, challenge }, passkeys)) };
    }),

    answer(secondFactor, async ({ body: { ticket, proof } }, { request }) => {
      const origin = originOf(request);
      if (!('credential' in proof)) return secondStep.pass(ticket, proof, origin);
      const party = partyOf(identity.siteUrl);
      const first = await readTicket({ storage, now }, ticket);
      if (!first) throw signInExpired();
      const use = { purpose: 'passkey-second', personId: first.personId } as const;
      const challenge = await challenges.take(request, use);
      const passkey: Proof = {
        passkey: { credential: proof.credential, ceremony: { party, challenge } },
      };
      return secondStep.pass(ticket, passkey, origin);
    }),
  ];
}
