import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { fromBase32, toBase32 } from './base32.ts';

/** What every authenticator app takes for granted, and some take nothing else: SHA-1, six digits, 30 seconds. */
const hash = 'sha1';
const digits = 6;
const stepMs = 30_000;
/** Steps that an app's clock may be ahead or behind (RFC 6238, section 5.2, recommends one). */
const drift = 1;
/** As long as the hash, which RFC 4226, section 4, recommends. */
const secretBytes = 20;

/** A new secret for an authenticator app, base32. */
export function createCodeSecret(): string {
  return toBase32(randomBytes(secretBytes));
}

/** The number of the 30 seconds that a moment lies in. */
export function stepOf(ms: number): number {
  return Math.floor(ms / stepMs);
}

/** The code of one step (RFC 4226, section 5.3); `length` is six but for the RFC's own examples. */
export function codeOf(secret: string, step: number, length = digits): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac(hash, fromBase32(secret)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** length).padStart(length, '0');
}

/**
 * The step that a code belongs to, of those around `now`; undefined where it belongs to none. All of them are computed
 * and compared in constant time.
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

/** What a QR code tells an authenticator app: whose codes these are, and the secret. */
export function keyUri(secret: string, email: string, siteName: string): string {
  // A colon ends the name where apps read it.
  const issuer = encodeURIComponent(siteName.replaceAll(':', ' '));
  const label = `${issuer}:${encodeURIComponent(email)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${issuer}&algorithm=SHA1&digits=${digits}&period=${stepMs / 1_000}`;
}
