/** A unique key, such as for `Idempotency-Key`; `crypto.randomUUID` is unavailable without https. */
export function randomKey(): string {
  const parts = crypto.getRandomValues(new Uint32Array(4));
  return Array.from(parts, (part) => part.toString(36)).join('-');
}
