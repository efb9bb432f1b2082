import type { RateRule, Try } from '../../../platform/http/answers/rate-limit.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

export const signUpRule: RateRule = { name: 'sign-up', limit: 5, perMs: hourMs };
/** Accounts that one network may make in a day, where a setting limits them: see daily-sign-up-limit.ts. */
export function signUpDayRule(limit: number): RateRule {
  return { name: 'sign-up-day', limit, perMs: dayMs };
}
export const failureRule: RateRule = { name: 'sign-in-failures', limit: 20, perMs: hourMs };
/** Passwords set by a link, per network and per person; each costs a hash. */
export const resetRule: RateRule = { name: 'resets', limit: 10, perMs: hourMs };
/** Passwords changed by people who know the old one. */
export const passwordChangeRule: RateRule = { name: 'password-changes', limit: 10, perMs: hourMs };
/** Wrong passwords for one account, from any network, before its owner is alerted. */
export const bruteForceRule: RateRule = { name: 'failure-wave', limit: 4, perMs: hourMs };
/** Limits alerts to the owner. */
export const bruteForceAlertRule: RateRule = { name: 'waves', limit: 1, perMs: dayMs };
/** Changes of name, photo and bio: each drops every cached page, since the name may be on any. */
export const profileRule: RateRule = { name: 'profile', limit: 30, perMs: 10 * minuteMs };
export const emailRule: RateRule = { name: 'letters', limit: 5, perMs: hourMs };
export const addresseeRule: RateRule = { name: 'addressee', limit: 3, perMs: hourMs };
/** Redirects to another provider, including Google. */
export const departureRule: RateRule = { name: 'departures', limit: 60, perMs: 10 * minuteMs };

/** Personal tokens created by one person. */
export const tokenRule: RateRule = { name: 'personal-tokens', limit: 20, perMs: hourMs };
/** Passkey sign-ins by visitors and setups by members: each leaves a row for some minutes. */
export const passkeyRule: RateRule = { name: 'passkeys', limit: 60, perMs: 10 * minuteMs };

/**
 * Wrong codes of an authenticator app per account, from any network: three in a million guesses are right, and an
 * attacker gets five, then one after 10 minutes, one after 20, and finally one a day. The owner can still use a passkey
 * or a recovery code.
 */
export const codeRule: RateRule = {
  name: 'codes',
  limit: 5,
  perMs: dayMs,
  backOff: { firstMs: 10 * minuteMs, longestMs: dayMs },
};

/** Wrong passwords per account and network before the back-off starts; it doubles with each further one. */
export const accountRule: RateRule = {
  name: 'account',
  limit: 5,
  perMs: dayMs,
  backOff: { firstMs: 10 * minuteMs, longestMs: dayMs },
};

/** An attempt at a password: for which account, from which network. */
export interface Attempt {
  /** The address as typed, normalized: unknown addresses count too. */
  readonly email: string;
  readonly network: string;
}

/** The rate limits of an attempt at a password. */
export function triesOf({ email, network }: Attempt): readonly [account: Try, network: Try] {
  return [
    [accountRule, `${email} ${network}`],
    [failureRule, network],
  ];
}
