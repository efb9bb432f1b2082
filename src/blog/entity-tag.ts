/** As much of a blog as tells one save of it from another. An import may bring a text up to date within one version. */
export interface SavedState {
  readonly version: number;
  /** ISO 8601. */
  readonly updatedAt: string;
}

/** The entity tag of a blog: what `GET /api/blog/:id` sends as `ETag`, and a `PUT` sends back as `If-Match`. */
export function entityTagOf({ version, updatedAt }: SavedState): string {
  return `"${version}-${updatedAt}"`;
}

/** Whether an `If-Match` header allows to change what has this tag (RFC 9110, 13.1.1); without one it does. */
export function allowsChange(ifMatch: string | undefined, tag: string): boolean {
  if (ifMatch === undefined || ifMatch.trim() === '*') return true;
  return ifMatch.split(',').some((given) => given.trim() === tag);
}
