import { z } from 'zod';
import { type Answer, answer, type MemberExchange } from '../../../../identity/answer.ts';
import type { Identity } from '../../../../identity/create-identity.ts';
import { writeAs } from '../../../../identity/write-as.ts';
import type { RateLimiter } from '../../../../platform/http/answers/rate-limit.ts';
import { networkOf } from '../../../../platform/http/ingress/network-of.ts';
import { isoOf } from '../../../../platform/text/iso-of.ts';
import type { Storage } from '../../../../storage/storage.ts';
import { passkeyNotFound, setupExpired, wrongCode } from '../../contract/factor-problems.ts';
import {
  addPasskey,
  beginCodes,
  beginPasskey,
  type confirmSchema,
  myFactors,
  type Passkey,
  removePasskey,
  renamePasskey,
  renewRecoveryCodes,
  turnCodesOff,
  turnCodesOn,
} from '../../contract/factors.ts';
import type { EmbeddedProvider } from '../embedded/embedded-provider.ts';
import { passkeyRule } from '../limits.ts';
import { issueToken, peekToken } from '../one-time-tokens.ts';
import { originOf } from '../security/security-events.ts';
import type { AccountFactors, Owner } from './account-factors.ts';
import type { Challenges } from './challenges.ts';
import {
  findAuthenticator,
  listPasskeys,
  renamePasskeyOf,
  type StoredPasskey,
} from './factor-store.ts';
import { creationOptions, readCreation } from './passkeys/webauthn.ts';
import { countRecoveryCodes } from './recovery-codes.ts';
import { partyOf } from './sign-in-answers.ts';
import { createCodeSecret, keyUri, stepOfCode } from './time-codes.ts';

export interface AccountFactorParts {
  readonly storage: Storage;
  readonly identity: Identity;
  readonly limiter: RateLimiter;
  readonly provider: EmbeddedProvider;
  readonly challenges: Challenges;
  readonly factors: AccountFactors;
  readonly siteName: () => Promise<string>;
  readonly now: () => number;
}

/** How long the secret of an authenticator app is valid before its first code. */
const setupLifetimeMs = 15 * 60_000;

const setupPayload = z.object({ secret: z.string() });

function ownerOf({ person, session, request }: MemberExchange): Owner {
  return { personId: person.id, sessionId: session.id, origin: originOf(request) };
}

function presentPasskey({ id, name, createdAt, lastUsedAt }: StoredPasskey): Passkey {
  return {
    id,
    name,
    createdAt: isoOf(createdAt),
    lastUsedAt: lastUsedAt === null ? null : isoOf(lastUsedAt),
  };
}

/** The account page's passkeys, codes and recovery codes. */
export function accountFactorAnswers(parts: AccountFactorParts): readonly Answer[] {
  return [...passkeyAnswers(parts), ...codeAnswers(parts)];
}

/** Requires the account's owner. Throws what the provider's `confirm` throws. */
async function confirmOwner(
  { provider, limiter }: AccountFactorParts,
  { session, request }: MemberExchange,
  { password }: z.output<typeof confirmSchema>,
): Promise<void> {
  await limiter.take(passkeyRule, session.person.id);
  await provider.confirm({ session, password, network: networkOf(request.ip) });
}

function passkeyAnswers(parts: AccountFactorParts): readonly Answer[] {
  const { storage, identity, challenges, factors, siteName } = parts;

  return [
    answer(myFactors, async (_input, { person }) => {
      const authenticator = await findAuthenticator(storage.writer, person.id);
      return {
        passkeys: (await listPasskeys(storage.writer, person.id)).map(presentPasskey),
        codesSince: authenticator ? isoOf(authenticator.createdAt) : null,
        recoveryCodesLeft: await countRecoveryCodes(storage.writer, person.id),
      };
    }),

    answer(beginPasskey, async ({ body }, exchange) => {
      const party = partyOf(identity.siteUrl);
      await confirmOwner(parts, exchange, body);
      const { person, reply } = exchange;
      const use = { purpose: 'passkey-add', personId: person.id } as const;
      const challenge = await challenges.begin(reply, use);
      const known = await listPasskeys(storage.writer, person.id);
      const making = { party, challenge, siteName: await siteName() };
      return { ...(await creationOptions(making, person, known)) };
    }),

    answer(addPasskey, async ({ body: { name, credential } }, exchange) => {
      const party = partyOf(identity.siteUrl);
      const { person, request } = exchange;
      // Only a confirmed owner got this challenge.
      const use = { purpose: 'passkey-add', personId: person.id } as const;
      const challenge = await challenges.take(request, use);
      const { transports } = credential.response;
      const made = { ...(await readCreation({ party, challenge }, credential)), transports, name };
      const { passkey, recoveryCodes } = await factors.addPasskey(ownerOf(exchange), made);
      return { passkey: presentPasskey(passkey), recoveryCodes: [...recoveryCodes] };
    }),

    answer(renamePasskey, async ({ params, body }, { person }) => {
      const isTheirs = await writeAs(storage, person.id, ({ db }) =>
        renamePasskeyOf(db, person.id, params.id, body.name),
      );
      if (!isTheirs) throw passkeyNotFound();
    }),

    answer(removePasskey, async ({ params, body }, exchange) => {
      await confirmOwner(parts, exchange, body);
      await factors.removePasskey(ownerOf(exchange), params.id);
    }),
  ];
}

function codeAnswers(parts: AccountFactorParts): readonly Answer[] {
  const { storage, factors, siteName, now } = parts;

  return [
    answer(beginCodes, async ({ body }, exchange) => {
      await confirmOwner(parts, exchange, body);
      const { person } = exchange;
      const secret = createCodeSecret();
      const setup = await writeAs(storage, person.id, ({ db }) =>
        issueToken(db, {
          purpose: 'codes-setup',
          personId: person.id,
          payload: { secret },
          expiresAt: now() + setupLifetimeMs,
        }),
      );
      return { setup, secret, uri: keyUri(secret, person.email, await siteName()) };
    }),

    answer(turnCodesOn, async ({ body: { setup, code } }, exchange) => {
      const { person } = exchange;
      const known = await peekToken(storage.writer, ['codes-setup'], setup, now());
      const secret = setupPayload.safeParse(known?.payload).data?.secret;
      if (!secret || known?.personId !== person.id) throw setupExpired();
      const step = stepOfCode(secret, code, now());
      if (step === undefined) throw wrongCode();
      const recoveryCodes = await factors.turnCodesOn(ownerOf(exchange), { secret, step, setup });
      return { recoveryCodes: [...recoveryCodes] };
    }),

    answer(turnCodesOff, async ({ body }, exchange) => {
      await confirmOwner(parts, exchange, body);
      await factors.turnCodesOff(ownerOf(exchange));
    }),

    answer(renewRecoveryCodes, async ({ body }, exchange) => {
      await confirmOwner(parts, exchange, body);
      return { recoveryCodes: [...(await factors.renewRecoveryCodes(ownerOf(exchange)))] };
    }),
  ];
}
