import { timingSafeEqual } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/** The defaults of authenticator apps, the only values that some support: SHA-1, six digits, 30 seconds. */
const defaults = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const stepMs = defaults.period * 1_000;
/** Steps by which an app's clock may differ (RFC 6238, section 5.2, recommends one). */
const drift = 1;
/** The length of the hash, as RFC 4226, section 4, recommends. */
const secretBytes = 20;

/** A new secret for an authenticator app, base32. */
export function createCodeSecret(): string {
  return new Secret({ size: secretBytes }).base32;
}

/** The number of the 30-second step at a time. */
export function stepOf(ms: number): number {
  return TOTP.counter({ period: defaults.period, timestamp: ms });
}

/** The code of a step; `digits` is six except for the RFC's examples. */
export function codeOf(secret: string, step: number, digits: number = defaults.digits): string {
  return TOTP.generate({
    ...defaults,
    secret: Secret.fromBase32(secret),
    digits,
    timestamp: step * stepMs,
  });
}

/**
 * The latest step around `now` with this code; undefined where there is none. All are computed and compared in constant
 * time; `TOTP.validate` stops at the first, and throws for non-ASCII letters.
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

/** The address in a QR code that passes the secret to an authenticator app, with the site and the account. */
export function keyUri(secret: string, email: string, siteName: string): string {
  return new TOTP({
    ...defaults,
    secret: Secret.fromBase32(secret),
    // Apps read a colon as the end of the name.
    issuer: siteName.replaceAll(':', ' '),
    label: email,
  }).toString();
}
