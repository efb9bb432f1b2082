import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type { z } from 'zod';
import { defineProblem } from '../../../../platform/contract/problems.ts';
import { lazyChunk } from '../../../../platform/web/lazy-chunk.ts';
import { newCredentialSchema, usedCredentialSchema } from '../../contract/factors.ts';

/** A failure in the browser; the server never returns it. */
const notUsed = defineProblem('passkey-not-used', 400, 'No passkey was used. Please try again.');
const alreadyHere = defineProblem(
  'passkey-here-already',
  409,
  'This device keeps a passkey of your account already.',
);

const load = lazyChunk(() => import('@simplewebauthn/browser'));

/** Whether this browser supports passkeys; not on an insecure origin. */
export function canUsePasskeys(): boolean {
  return typeof globalThis.PublicKeyCredential === 'function';
}

/**
 * A problem with a message for the person: they cancelled, the device has a passkey already, or the address is another.
 */
function reasonOf(error: unknown, siteUrl: string): unknown {
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') return alreadyHere({ cause: error });
  if (name === 'SecurityError') {
    const message = `Passkeys of this site work at ${siteUrl} only.`;
    return notUsed({ message, cause: error });
  }
  return notUsed({ cause: error });
}

async function orReason<T>(siteUrl: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw reasonOf(error, siteUrl);
  }
}

/** Creates a passkey in the browser. Throws a `Problem` on failure. */
export async function makePasskey(
  options: object,
  siteUrl: string,
): Promise<z.output<typeof newCredentialSchema>> {
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
  const { startRegistration } = await load();
  return orReason(siteUrl, async () => {
    return newCredentialSchema.parse(await startRegistration({ optionsJSON }));
  });
}

/** Requests a passkey from the browser. Throws a `Problem` on failure. */
export async function askForPasskey(
  options: object,
  siteUrl: string,
): Promise<z.output<typeof usedCredentialSchema>> {
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  const { startAuthentication } = await load();
  return orReason(siteUrl, async () => {
    return usedCredentialSchema.parse(await startAuthentication({ optionsJSON }));
  });
}
