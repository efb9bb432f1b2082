import type { z } from 'zod';
import type { Person } from '../../../../../identity/person.ts';
import { passkeyRefused } from '../../../contract/factor-problems.ts';
import type { newCredentialSchema, usedCredentialSchema } from '../../../contract/factors.ts';
import type { StoredPasskey } from '../factor-store.ts';
import type { RelyingParty } from './relying-party.ts';

/** Milliseconds that a browser waits for its person. */
const patienceMs = 2 * 60_000;

type NewCredential = z.output<typeof newCredentialSchema>;
type UsedCredential = z.output<typeof usedCredentialSchema>;

/** One ceremony: whose passkeys, and what was given to be signed. */
export interface Ceremony {
  readonly party: RelyingParty;
  readonly challenge: Buffer;
}

/** One that makes a passkey, which the device keeps by the site's name. */
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

/** What a passkey carries of its person, and gives back when it is used: the id, which says nothing of them. */
function handleOf(personId: string): Buffer {
  return Buffer.from(personId);
}

/** What a browser needs to make a passkey for this person, on a device that has none of theirs yet. */
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
    // Who made the device is nobody's business.
    attestationType: 'none',
    excludeCredentials: descriptors(known),
    // Both are needed to sign in by it alone; a key that has neither still serves as a second step.
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
}

/** What a browser needs to ask for a passkey: for one of these after a password, or for any that signs in alone. */
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

/** The library throws for whatever doesn't fit; what comes from outside is then refused, whatever it was. */
async function orRefuse<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw passkeyRefused({ cause });
  }
}

/**
 * What was made, without what its device states of its maker. Nobody asks for that, and it holds certificates of anybody's
 * making: to see whether they were revoked, the library would fetch whatever address stands in them.
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

/** The key pair that a browser made for this challenge. Throws `passkey-refused`. */
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
 * The counter of a passkey after this use. Alone, the device has to have made sure of its person, by a PIN or a
 * finger, and to name them. Throws `passkey-refused`. Whether the counter has grown is seen by the write that keeps it.
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
