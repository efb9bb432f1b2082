import { timingSafeEqual } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/** What every authenticator app takes for granted, and some take nothing else: SHA-1, six digits, 30 seconds. */
const defaults = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const stepMs = defaults.period * 1_000;
/** Steps that an app's clock may be ahead or behind (RFC 6238, section 5.2, recommends one). */
const drift = 1;
/** As long as the hash, which RFC 4226, section 4, recommends. */
const secretBytes = 20;

/** A new secret for an authenticator app, base32. */
export function createCodeSecret(): string {
  return new Secret({ size: secretBytes }).base32;
}

/** The number of the 30 seconds that a moment lies in. */
export function stepOf(ms: number): number {
  return TOTP.counter({ period: defaults.period, timestamp: ms });
}

/** The code of one step; `digits` is six but for the RFC's own examples. */
export function codeOf(secret: string, step: number, digits: number = defaults.digits): string {
  return TOTP.generate({
    ...defaults,
    secret: Secret.fromBase32(secret),
    digits,
    timestamp: step * stepMs,
  });
}

/**
 * The step that a code belongs to, of those around `now`; undefined where it belongs to none. All of them are computed and
 * compared in constant time, and the latest wins; `TOTP.validate` stops at the first, and throws for letters beyond ASCII.
 */
export function stepOfCode(secret: string, code: string, now: number): number | undefined {
  const given = Buffer.from(code);
  const current = stepOf(now);
  const steps = Array.from({ length: 2 * drift + 1 }, (_, index) => current - drift + index);
  const fitting = steps.filter((step) => {
    const right = Buffer.from(codeOf(secret, step));
    return given.length === right.length && timingSafeEqual(given, right);
  });
  return fitting.at(-1);
}

/** The address in a QR code that hands an authenticator app the secret, with the site and the account it is for. */
export function keyUri(secret: string, email: string, siteName: string): string {
  return new TOTP({
    ...defaults,
    secret: Secret.fromBase32(secret),
    // A colon ends the name where apps read it.
    issuer: siteName.replaceAll(':', ' '),
    label: email,
  }).toString();
}
