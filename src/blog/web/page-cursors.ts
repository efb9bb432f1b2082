/** Cursors of the neighbouring pages; null where there is none. */
export interface PageCursors {
  readonly nextCursor: string | null;
  readonly previousCursor: string | null;
}

/** The cursors in a `Link` header, such as `<…>; rel="next", <…>; rel="prev"`. */
export function cursorsOf(link: string | null): PageCursors {
  const cursorOf = (name: string) => {
    for (const [, address, rel] of (link ?? '').matchAll(/<([^<>]*)>;\s*rel="(\w+)"/g)) {
      if (rel === name && address)
        return new URL(address, 'http://site').searchParams.get('cursor');
    }
    return null;
  };
  return { nextCursor: cursorOf('next'), previousCursor: cursorOf('prev') };
}
