import { defineProblem } from '../../../platform/contract/problems.ts';

/** Errors of accounts. */

export const userNotFound = defineProblem(
  'user-not-found',
  400,
  'No account found with this email.',
);
export const wrongPassword = defineProblem('wrong-password', 400, 'Incorrect password. Try again.');
export const passwordNotSet = defineProblem(
  'password-not-set',
  400,
  'This account has no password. Log in with Google instead.',
);
export const linkNotValid = defineProblem(
  'link-not-valid',
  400,
  'This link has expired or was used already. Please ask for a new one.',
);
export const googleFailed = defineProblem(
  'google-failed',
  400,
  'Google sign-in did not work. Please try again.',
);
export const googleCancelled = defineProblem(
  'google-cancelled',
  400,
  'Google sign-in was cancelled.',
);
export const googleExpired = defineProblem(
  'google-expired',
  400,
  'Google sign-in took too long. Please try again.',
);
export const sessionNotFound = defineProblem(
  'session-not-found',
  404,
  'This session has ended already.',
);
export const emailTaken = defineProblem(
  'email-taken',
  409,
  'An account with this email already exists.',
);
export const emailUnchanged = defineProblem(
  'email-unchanged',
  409,
  'This is the email address of your account already.',
);
/** For accounts by password, by Google or by an external provider alike. */
export const tooManyAccounts = defineProblem(
  'too-many-accounts',
  429,
  'Enough accounts were made from your network today. Please try again tomorrow.',
);
export const accountDeleted = defineProblem(
  'account-deleted',
  409,
  'This account was deleted. It can be called back.',
);
export const signInAgain = defineProblem(
  'sign-in-again',
  409,
  'Please log out and log in with Google again to confirm that it is you.',
);
export const googleNotConfigured = defineProblem(
  'google-not-configured',
  409,
  'Google sign-in is not available on this site: please use your email and password.',
);
export const googleEmailNotVerified = defineProblem(
  'google-email-not-verified',
  409,
  'Google has not verified this email address, so it cannot be used to sign in.',
);
export const mailNotConfigured = defineProblem(
  'mail-not-configured',
  409,
  'This site does not send mail.',
);
export const signInFailed = defineProblem(
  'sign-in-failed',
  400,
  'Signing in did not work. Please try again.',
);
export const signInCancelled = defineProblem('sign-in-cancelled', 400, 'Signing in was cancelled.');
export const signInExpired = defineProblem(
  'sign-in-expired',
  400,
  'Signing in took too long. Please try again.',
);
export const emailNotGiven = defineProblem(
  'email-not-given',
  409,
  'Your account there has no email address to share, and this site needs one.',
);
export const emailNotVerified = defineProblem(
  'email-not-verified',
  409,
  'Your email address is not verified there, so it cannot be used to sign in.',
);
export const keptElsewhere = defineProblem(
  'kept-elsewhere',
  409,
  'Accounts and passwords of this site are kept by another provider.',
);
