/** Where the pages beside one of a list begin; null where there is none. */
export interface PageCursors {
  readonly nextCursor: string | null;
  readonly previousCursor: string | null;
}

/** The cursors of the pages that a header such as `Link: <…>; rel="next", <…>; rel="prev"` leads to. */
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
