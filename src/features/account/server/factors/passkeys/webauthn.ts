import type { z } from 'zod';
import type { Person } from '../../../../../identity/person.ts';
import { passkeyRefused } from '../../../contract/factor-problems.ts';
import type { newCredentialSchema, usedCredentialSchema } from '../../../contract/factors.ts';
import type { StoredPasskey } from '../factor-store.ts';
import type { RelyingParty } from './relying-party.ts';

/** Time-out of a browser's dialog, in milliseconds. */
const patienceMs = 2 * 60_000;

type NewCredential = z.output<typeof newCredentialSchema>;
type UsedCredential = z.output<typeof usedCredentialSchema>;

/** A WebAuthn ceremony: the relying party and the challenge. */
export interface Ceremony {
  readonly party: RelyingParty;
  readonly challenge: Buffer;
}

/** The creation of a passkey, which the device labels with the site's name. */
export interface MakingCeremony extends Ceremony {
  readonly siteName: string;
}

/** Loaded with the first passkey: it takes a quarter of a second and 27 MiB. */
const load = () => import('@simplewebauthn/server');

function descriptors(passkeys: readonly StoredPasskey[]) {
  return passkeys.map(({ credentialId, transports }) => ({
    id: credentialId,
    transports: [...transports],
  }));
}

/** The user handle stored in a passkey: the person's id, which reveals nothing about them. */
function handleOf(personId: string): Buffer {
  return Buffer.from(personId);
}

/** Options for creating a passkey on a device that has none for this person yet. */
export async function creationOptions(
  { party, challenge, siteName }: MakingCeremony,
  { id, email, displayName }: Person,
  known: readonly StoredPasskey[],
) {
  const { generateRegistrationOptions } = await load();
  return generateRegistrationOptions({
    rpName: siteName,
    rpID: party.id,
    userID: new Uint8Array(handleOf(id)),
    userName: email,
    userDisplayName: displayName,
    challenge: new Uint8Array(challenge),
    timeout: patienceMs,
    // The device's manufacturer isn't requested.
    attestationType: 'none',
    excludeCredentials: descriptors(known),
    // Passwordless sign-in needs both; a key with neither still serves as a second step.
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
}

/** Options for using a passkey: one of these after a password, or any one for a passwordless sign-in. */
export async function requestOptions(
  { party, challenge }: Ceremony,
  passkeys?: readonly StoredPasskey[],
) {
  const { generateAuthenticationOptions } = await load();
  return generateAuthenticationOptions({
    rpID: party.id,
    challenge: new Uint8Array(challenge),
    timeout: patienceMs,
    userVerification: passkeys ? 'preferred' : 'required',
    ...(passkeys && { allowCredentials: descriptors(passkeys) }),
  });
}

/** The library throws for any mismatch; each is turned into a refusal. */
async function orRefuse<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw passkeyRefused({ cause });
  }
}

/**
 * Removes the attestation statement of a new passkey. The site requests none, and it may contain any certificates: to
 * check their revocation, the library would fetch the addresses that they name.
 */
async function withoutStatement({ response, ...rest }: NewCredential): Promise<NewCredential> {
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await import(
    '@simplewebauthn/server/helpers'
  );
  const made = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject));
  const bare = isoCBOR.encode(
    new Map<string, string | Uint8Array | Map<string, string>>([
      ['fmt', 'none'],
      ['attStmt', new Map<string, string>()],
      ['authData', made.get('authData')],
    ]),
  );
  return { ...rest, response: { ...response, attestationObject: isoBase64URL.fromBuffer(bare) } };
}

/** Verifies a new passkey for this challenge. Throws `passkey-refused`. */
export async function readCreation(
  { party, challenge }: Ceremony,
  credential: NewCredential,
): Promise<Pick<StoredPasskey, 'credentialId' | 'publicKey' | 'counter'>> {
  const { verifyRegistrationResponse } = await load();
  const { registrationInfo } = await orRefuse(async () =>
    verifyRegistrationResponse({
      response: await withoutStatement(credential),
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: false,
    }),
  );
  if (!registrationInfo) throw passkeyRefused();
  const { id, publicKey, counter } = registrationInfo.credential;
  return { credentialId: id, publicKey: Buffer.from(publicKey).toString('base64url'), counter };
}

/**
 * Verifies a use of a passkey and returns its counter. For a passwordless sign-in the device must have verified its
 * user and send the user handle. Throws `passkey-refused`. The write that stores the counter checks that it has grown.
 */
export async function readUse(
  { party, challenge }: Ceremony,
  credential: UsedCredential,
  { credentialId, personId, publicKey }: StoredPasskey,
  { isAlone }: { readonly isAlone: boolean },
): Promise<number> {
  const { userHandle } = credential.response;
  const isTheirs = userHandle === handleOf(personId).toString('base64url');
  if (userHandle === undefined ? isAlone : !isTheirs) throw passkeyRefused();
  const { verifyAuthenticationResponse } = await load();
  const { verified, authenticationInfo } = await orRefuse(() =>
    verifyAuthenticationResponse({
      response: {
        ...credential,
        response: { ...credential.response, userHandle: userHandle ?? '' },
      },
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: isAlone,
      credential: {
        id: credentialId,
        publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
        counter: 0,
      },
    }),
  );
  if (!verified) throw passkeyRefused();
  return authenticationInfo.newCounter;
}
