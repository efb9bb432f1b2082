import type { IncomingHttpHeaders } from 'node:http';
import { crc32 } from 'node:zlib';
import { createSecretToken } from '../session/secret-token.ts';

/** So that a token that was published by mistake is recognised as one, by people and by scanners. */
const prefix = 'hub_';
const form = /^hub_[\w-]{43}[0-9a-f]{8}$/;

/** Tells a typing error from a token without asking the database. It proves nothing: anybody can compute it. */
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

/** What `Authorization` holds after `Bearer`; undefined for a request that comes with another scheme, or none. */
export function bearerOf({
  authorization = '',
}: Pick<IncomingHttpHeaders, 'authorization'>): string | undefined {
  const [scheme = ''] = authorization.split(' ', 1);
  if (scheme.toLowerCase() !== 'bearer') return undefined;
  return authorization.slice(scheme.length).trim();
}
