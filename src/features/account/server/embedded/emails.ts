import { paths } from '../../../../paths.ts';
import type { EmailMessage } from '../../../../platform/mail/post.ts';

/** The token is in the fragment: it reaches no server log and no other site. */
export function resetLink(siteUrl: string, token: string): string {
  return `${siteUrl}${paths.resetPassword.to()}#token=${token}`;
}

export function verificationLink(siteUrl: string, token: string): string {
  return `${siteUrl}${paths.verifyEmail.to()}#token=${token}`;
}

export function newEmailLink(siteUrl: string, token: string): string {
  return `${siteUrl}${paths.confirmEmail.to()}#token=${token}`;
}

export function newAddressEmail(to: string, link: string, siteName: string): EmailMessage {
  return {
    to,
    subject: 'Confirm your new email address',
    text: [
      'Hello,',
      `Somebody, hopefully you, wants to use this email address for an account at ${siteName}.`,
      `If it was you, open this link within 30 minutes. It works once:\n${link}`,
      "If it wasn't you, do nothing: the account keeps the address that it has.",
    ].join('\n\n'),
  };
}

export function resetEmail(to: string, link: string, siteName: string): EmailMessage {
  return {
    to,
    subject: `Choose a new password for ${siteName}`,
    text: [
      'Hello,',
      `Somebody, hopefully you, asked for a new password for your account at ${siteName}.`,
      `To choose one, open this link within 30 minutes. It works once:\n${link}`,
      "If it wasn't you, do nothing: your password stays as it is.",
    ].join('\n\n'),
  };
}

export function verificationEmail(to: string, link: string, siteName: string): EmailMessage {
  return {
    to,
    subject: 'Is this your email address?',
    text: [
      'Hello,',
      `An account at ${siteName} was made with this email address.`,
      `If it is yours, open this link within 30 minutes to say so:\n${link}`,
      "If it isn't, do nothing.",
    ].join('\n\n'),
  };
}
