/** The cursor of the page that a `Link: <…>; rel="next"` header leads to. */
export function nextCursorOf(link: string | null): string | null {
  const [, address] = /<([^<>]*)>;\s*rel="next"/.exec(link ?? '') ?? [];
  return address === undefined ? null : new URL(address, 'http://site').searchParams.get('cursor');
}
