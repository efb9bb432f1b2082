import { createHmac } from 'node:crypto';
import { createSecretToken } from '../../../identity/session/secret-token.ts';

/** A new secret, shared by site and receiver. */
export function createWebhookSecret(): string {
  return `whsec_${createSecretToken()}`;
}

/**
 * The signature header: the time in seconds, and HMAC-SHA-256 over time, a full stop and the body. The signed time
 * protects against replays.
 */
export function signatureOf(secret: string, body: string, now: number): string {
  const time = Math.floor(now / 1000);
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return `t=${time},v1=${signature}`;
}
