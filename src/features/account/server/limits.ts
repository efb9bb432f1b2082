import type { RateRule, Try } from '../../../platform/http/rate-limit.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

export const signUpRule: RateRule = { name: 'sign-up', limit: 5, perMs: hourMs };
export const failureRule: RateRule = { name: 'sign-in-failures', limit: 20, perMs: hourMs };
export const letterRule: RateRule = { name: 'letters', limit: 5, perMs: hourMs };
export const addresseeRule: RateRule = { name: 'addressee', limit: 3, perMs: hourMs };
/** Ways to another provider begun, Google's among them. */
export const departureRule: RateRule = { name: 'departures', limit: 60, perMs: 10 * minuteMs };

/** Wrong passwords per account and network before waiting begins; the wait doubles with each further one. */
export const accountRule: RateRule = {
  name: 'account',
  limit: 5,
  perMs: dayMs,
  backOff: { firstMs: 10 * minuteMs, longestMs: dayMs },
};

/** One try at a password: at whose account, and from which network. */
export interface Attempt {
  /** The address as typed in, normalised: unknown ones count too. */
  readonly email: string;
  readonly network: string;
}

/** What a try at a password counts for. */
export function triesOf({ email, network }: Attempt): readonly [account: Try, network: Try] {
  return [
    [accountRule, `${email} ${network}`],
    [failureRule, network],
  ];
}
