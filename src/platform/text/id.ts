const id = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;

/** False for text that can't be an id, so that it needs no database query. */
export function isId(text: string): boolean {
  return id.test(text);
}
