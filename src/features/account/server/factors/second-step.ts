import type { z } from 'zod';
import type { RateLimiter, Try } from '../../../../platform/http/answers/rate-limit.ts';
import type { Storage, Write } from '../../../../storage/storage.ts';
import {
  codeUsed,
  passkeyCopied,
  passkeyRefused,
  passkeyUnknown,
  wrongCode,
  wrongRecoveryCode,
} from '../../contract/factor-problems.ts';
import type { usedCredentialSchema } from '../../contract/factors.ts';
import { signInExpired } from '../../contract/problems.ts';
import { linkIdentity } from '../account-store.ts';
import { countTries } from '../count-tries.ts';
import type { EmbeddedProvider, SignedIn } from '../embedded/embedded-provider.ts';
import { codeRule, failureRule } from '../limits.ts';
import { consumeToken } from '../one-time-tokens.ts';
import type { EventOrigin } from '../security/security-events.ts';
import type { SecurityLog } from '../security/security-log.ts';
import {
  findAuthenticator,
  findPasskey,
  notePasskeyUse,
  type StoredPasskey,
  spendStep,
} from './factor-store.ts';
import { type FirstStep, readTicket } from './first-step.ts';
import { type Ceremony, readUse } from './passkeys/webauthn.ts';
import { spendRecoveryCode } from './recovery-codes.ts';
import { stepOfCode } from './time-codes.ts';

type UsedCredential = z.output<typeof usedCredentialSchema>;

/** A used passkey and its ceremony. */
export interface PasskeyProof {
  readonly credential: UsedCredential;
  readonly ceremony: Ceremony;
}

export type Proof =
  | { readonly code: string }
  | { readonly recoveryCode: string }
  | { readonly passkey: PasskeyProof };

/** Completes sign-ins with a second step, and passwordless ones. */
export interface SecondStepMaker {
  /**
   * Throws `sign-in-expired`, `too-many-requests`, or the proof's error; the ticket stays valid for further attempts
   * until one succeeds.
   */
  pass(ticket: string, proof: Proof, origin: EventOrigin): Promise<SignedIn>;
  /** Signs in with a passkey that has verified its user. Throws the proof's error. */
  passAlone(proof: PasskeyProof, origin: EventOrigin): Promise<SignedIn>;
}

export interface SecondStepOptions {
  readonly storage: Storage;
  readonly limiter: RateLimiter;
  readonly provider: EmbeddedProvider;
  readonly log: SecurityLog;
  readonly now: () => number;
}

/** Spends the proof in the write that completes the sign-in; throws where it was spent concurrently. */
type Spend = (write: Write) => Promise<void>;

export function createSecondStep(options: SecondStepOptions): SecondStepMaker {
  const { storage, limiter, provider, log, now } = options;

  /** Counts an attempt before it is made; a success is no longer counted. */
  async function counted<T>(tries: readonly Try[], anew: readonly Try[], work: () => Promise<T>) {
    const result = await countTries(limiter, [...anew, ...tries], work);
    await limiter.giveBack(tries, anew);
    return result;
  }

  async function vouch(personId: string): Promise<SignedIn> {
    const proof = await provider.vouchFor(personId);
    if (!proof) throw signInExpired();
    return proof;
  }

  async function checkCode(personId: string, code: string): Promise<Spend> {
    const authenticator = await findAuthenticator(storage.writer, personId);
    if (!authenticator) throw wrongCode();
    const step = stepOfCode(authenticator.secret, code, now());
    if (step === undefined) throw wrongCode();
    return async ({ db }) => {
      if (!(await spendStep(db, personId, authenticator, step))) throw codeUsed();
    };
  }

  async function checkPasskey(
    { credential, ceremony }: PasskeyProof,
    personId?: string,
  ): Promise<{ readonly passkey: StoredPasskey; readonly spend: Spend }> {
    const passkey = await findPasskey(storage.writer, credential.id);
    if (!passkey) throw passkeyUnknown();
    if (personId !== undefined && passkey.personId !== personId) throw passkeyRefused();
    const isAlone = personId === undefined;
    const counter = await readUse(ceremony, credential, passkey, { isAlone });
    const { credentialId } = passkey;
    return {
      passkey,
      async spend({ db }) {
        if (!(await findPasskey(db, credentialId))) throw passkeyUnknown();
        // The same counter was used concurrently: one of the two keys is a copy.
        if (!(await notePasskeyUse(db, { credentialId, counter }, now()))) throw passkeyCopied();
      },
    };
  }

  async function spendOf(personId: string, proof: Proof): Promise<Spend> {
    if ('code' in proof) return checkCode(personId, proof.code);
    if ('passkey' in proof) return (await checkPasskey(proof.passkey, personId)).spend;
    return async ({ db }) => {
      if (!(await spendRecoveryCode(db, personId, proof.recoveryCode))) throw wrongRecoveryCode();
    };
  }

  /** A copied key is refused, and its owner notified. */
  async function spendAs(
    personId: string,
    origin: EventOrigin,
    work: (write: Write) => Promise<void>,
  ) {
    const lockKeys = [`person:${personId}`];
    try {
      await storage.write(work, { lockKeys });
    } catch (error) {
      if (passkeyCopied.is(error)) {
        const event = { personId, kind: 'passkey-copied', origin, at: now() } as const;
        await storage.write((write) => log.note(write, event), { lockKeys });
        log.notify(event);
      }
      throw error;
    }
  }

  /** Makes all changes of a second step in one write: a ticket admits only one of two concurrent attempts. */
  async function settle(ticket: string, first: FirstStep, proof: Proof, origin: EventOrigin) {
    const { personId, link } = first;
    const spend = await spendOf(personId, proof);
    const event = (kind: 'recovery-code-used' | 'google-linked') =>
      ({ personId, kind, origin, at: now() }) as const;
    const events = [
      ...('recoveryCode' in proof ? [event('recovery-code-used')] : []),
      ...(link ? [event('google-linked')] : []),
    ];
    await spendAs(personId, origin, async (write) => {
      const used = await consumeToken(write.db, ['second-step'], ticket, now());
      if (!used) throw signInExpired();
      await spend(write);
      if (link) await linkIdentity(write.db, personId, link, now());
      for (const one of events) await log.note(write, one);
    });
    for (const one of events) log.notify(one);
  }

  return {
    async pass(ticket, proof, origin) {
      const first = await readTicket({ storage, now }, ticket);
      if (!first) throw signInExpired();
      const failures: Try = [failureRule, origin.network];
      const guesses: readonly Try[] = 'code' in proof ? [[codeRule, first.personId]] : [];
      return counted([failures], guesses, async () => {
        await settle(ticket, first, proof, origin);
        return vouch(first.personId);
      });
    },

    async passAlone(proof, origin) {
      return counted([[failureRule, origin.network]], [], async () => {
        const { passkey, spend } = await checkPasskey(proof);
        await spendAs(passkey.personId, origin, spend);
        return vouch(passkey.personId);
      });
    },
  };
}
