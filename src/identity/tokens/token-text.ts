import type { IncomingHttpHeaders } from 'node:http';
import { crc32 } from 'node:zlib';
import { createSecretToken } from '../session/secret-token.ts';

/** Lets people and secret scanners recognise a leaked token. */
const prefix = 'hub_';
const form = /^hub_[\w-]{43}[0-9a-f]{8}$/;

/** Detects a typing error without a database query. No security: anyone can compute it. */
function checksumOf(text: string): string {
  return crc32(text).toString(16).padStart(8, '0');
}

/** A new personal token: its prefix, 256 random bits, and a checksum. */
export function createPersonalToken(): string {
  const text = `${prefix}${createSecretToken()}`;
  return `${text}${checksumOf(text)}`;
}

/** True for text that `createPersonalToken` could have made. */
export function isPersonalToken(text: string): boolean {
  return form.test(text) && checksumOf(text.slice(0, -8)) === text.slice(-8);
}

/** The bearer token of `Authorization`; undefined for another scheme or no header. */
export function bearerOf({
  authorization = '',
}: Pick<IncomingHttpHeaders, 'authorization'>): string | undefined {
  const [scheme = ''] = authorization.split(' ', 1);
  if (scheme.toLowerCase() !== 'bearer') return undefined;
  return authorization.slice(scheme.length).trim();
}
