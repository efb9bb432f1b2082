import { momentInUtc } from '../../../../identity/suspension.ts';
import { paths } from '../../../../paths.ts';
import type { EmailMessage } from '../../../../platform/mail/post.ts';
import type { SecurityEventKind } from '../../contract/security-events.ts';
import type { SecurityEvent } from './security-events.ts';

/** Days in which a deleted account can be restored. */
export const restoreDays = 7;

const nameHere = '{site}';

interface Notice {
  readonly subject: string;
  /** The event as a sentence, with `nameHere` for the site's name. */
  readonly text: string;
  /** What to do if it wasn't the person; the usual advice by default. */
  readonly advice?: string;
}

/** The kinds that are notified by e-mail; for the others the list on the account page is enough. */
const notices: Partial<Readonly<Record<SecurityEventKind, Notice>>> = {
  'new-device': {
    subject: 'A new sign-in to your account',
    text: 'Somebody, hopefully you, signed in to your account at {site} in a browser or from a network that it had not seen before.',
  },
  'many-failures': {
    subject: 'Wrong passwords for your account',
    text: 'Somebody tried several wrong passwords for your account at {site}. None of them opened it.',
    advice:
      'If it was not you, there is nothing you must do. A long password that you use nowhere else keeps it so.',
  },
  'password-changed': {
    subject: 'Your password was changed',
    text: 'The password of your account at {site} was changed, and every other browser was logged out.',
  },
  'address-changed': {
    subject: 'Your email address was changed',
    text: 'Your account at {site} has another email address now. This is the last email to this address.',
    advice:
      'If it was not you, somebody else can get into your account: contact the owner of the site.',
  },
  'google-linked': {
    subject: 'A Google account was linked to yours',
    text: 'A Google account was linked to your account at {site}: it opens it from now on.',
  },
  'passkey-added': {
    subject: 'A passkey was added to your account',
    text: 'A passkey was added to your account at {site}: it opens it from now on.',
  },
  'passkey-removed': {
    subject: 'A passkey was removed from your account',
    text: 'A passkey of your account at {site} was removed: it opens nothing any more.',
  },
  'passkey-copied': {
    subject: 'A passkey of your account was refused',
    text: 'A passkey of your account at {site} was refused, since it seems to have been copied.',
    advice: 'Remove it on your account page, and add a new one.',
  },
  'codes-on': {
    subject: 'Sign-in codes were switched on',
    text: 'Signing in to your account at {site} asks for a code of an authenticator app from now on.',
  },
  'codes-off': {
    subject: 'Sign-in codes were switched off',
    text: 'Signing in to your account at {site} asks for no code any more.',
  },
  'recovery-code-used': {
    subject: 'A recovery code was used',
    text: 'Somebody, hopefully you, signed in to your account at {site} with one of its recovery codes.',
  },
  'recovery-codes-renewed': {
    subject: 'New recovery codes were made',
    text: 'New recovery codes were made for your account at {site}. The ones before open nothing any more.',
  },
  'token-made': {
    subject: 'A personal token was made for your account',
    text: 'A personal token was made for your account at {site}: with it a program can read what is yours there, and write in your name if it was made for that.',
    advice:
      'If it was not you, choose a new password on your account page: that logs out every other browser, and revokes every token.',
  },
  'account-deleted': {
    subject: 'Your account was deleted',
    text: `Your account at {site} was deleted. For ${restoreDays} days you can call it back: sign in as you did before, and confirm. After that it is gone for good.`,
    advice:
      'If it was not you, sign in to call it back, then choose a new password on your account page.',
  },
  'account-called-back': {
    subject: 'Your account is back',
    text: 'Your deleted account at {site} was called back, with all that belongs to it.',
  },
  'data-exported': {
    subject: 'Your data was handed out',
    text: 'An owner of {site} downloaded all that it keeps of you. That is done for people who ask for it.',
    advice: 'If you did not ask for it, ask the owner of the site why.',
  },
};

const usualAdvice =
  'If it was not you, choose a new password and log out everywhere, on your account page.';

export function hasNotice(kind: SecurityEventKind): boolean {
  return notices[kind] !== undefined;
}

/** The e-mail about an event; undefined for a kind without one. */
export function noticeOf(
  { kind, at, origin }: Omit<SecurityEvent, 'personId'>,
  to: string,
  { siteUrl, siteName }: { readonly siteUrl: string; readonly siteName: string },
): EmailMessage | undefined {
  const notice = notices[kind];
  if (!notice) return undefined;
  const page = kind === 'account-deleted' ? paths.signIn.to() : paths.account.to();
  return {
    to,
    subject: notice.subject,
    text: [
      'Hello,',
      notice.text.replaceAll(nameHere, () => siteName),
      `When: ${momentInUtc(at)}\nWith: ${origin.browser}\nFrom: network ${origin.network}`,
      notice.advice ?? usualAdvice,
      `${siteUrl}${page}`,
    ].join('\n\n'),
  };
}
