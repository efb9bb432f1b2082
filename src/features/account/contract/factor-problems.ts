import { defineProblem } from '../../../platform/contract/problems.ts';

/** Errors of passkeys, codes and the second step of a sign-in. */

export const wrongCode = defineProblem(
  'wrong-code',
  400,
  'Incorrect code. Try the one that your app shows now.',
);
export const codeUsed = defineProblem(
  'code-used',
  400,
  'This code was used already. Please wait for the next one.',
);
export const wrongRecoveryCode = defineProblem(
  'wrong-recovery-code',
  400,
  'Incorrect recovery code, or it was used before.',
);
export const passkeyRefused = defineProblem(
  'passkey-refused',
  400,
  'This passkey did not work here. Please try another one, or another way.',
);
export const passkeyUnknown = defineProblem(
  'passkey-unknown',
  400,
  'No account has this passkey. It may have been removed.',
);
export const passkeyCopied = defineProblem(
  'passkey-copied',
  409,
  'This passkey seems to have been copied, so it is not accepted. Sign in another way and remove it.',
);
export const passkeyKnown = defineProblem(
  'passkey-known',
  409,
  'This passkey has been added already.',
);
export const passkeysFull = defineProblem(
  'passkeys-full',
  409,
  'An account can have at most 20 passkeys. Remove one first.',
);
export const passkeysImpossible = defineProblem(
  'passkeys-impossible',
  409,
  'Passkeys do not work at the address of this site.',
);
export const passkeyNotFound = defineProblem(
  'passkey-not-found',
  404,
  'This passkey was removed already.',
);
export const setupExpired = defineProblem(
  'setup-expired',
  400,
  'This took too long. Please start again.',
);
export const noFactorYet = defineProblem(
  'no-factor-yet',
  409,
  'Recovery codes come with a passkey or an authenticator app. Add one first.',
);
