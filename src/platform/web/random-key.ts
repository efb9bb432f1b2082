/** A name that nobody else uses, such as for an `Idempotency-Key`; `crypto.randomUUID` is missing without https. */
export function randomKey(): string {
  const parts = crypto.getRandomValues(new Uint32Array(4));
  return Array.from(parts, (part) => part.toString(36)).join('-');
}
