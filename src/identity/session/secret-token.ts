import { hash, randomBytes } from 'node:crypto';

/** 256 random bits can't be guessed, so a plain hash is enough to store it. */
export function createSecretToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The stored form of a token, useless to a reader of the database. SHA-256, hexadecimal. */
export function hashToken(token: string): string {
  return hash('sha256', token);
}

/** True for text that `createSecretToken` could have made. */
export function isSecretToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}
