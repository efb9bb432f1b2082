/** The parts of a blog that identify one save. An import may update a text without changing its version. */
export interface SavedState {
  readonly version: number;
  /** ISO 8601. */
  readonly updatedAt: string;
}

/** The entity tag of a blog: what `GET /api/blog/:id` sends as `ETag`, and a `PUT` sends back as `If-Match`. */
export function entityTagOf({ version, updatedAt }: SavedState): string {
  return `"${version}-${updatedAt}"`;
}

/**
 * Whether an `If-Match` header permits changing a resource with this tag (RFC 9110, 13.1.1); without a header it does.
 * A cached reply's tag is longer: after the blog's own one and `~` it names the body.
 */
export function allowsChange(ifMatch: string | undefined, tag: string): boolean {
  if (ifMatch === undefined || ifMatch.trim() === '*') return true;
  const longer = `${tag.slice(0, -1)}~`;
  return ifMatch.split(',').some((part) => {
    const given = part.trim();
    return given === tag || given.startsWith(longer);
  });
}
