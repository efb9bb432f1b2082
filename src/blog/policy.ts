export interface Rights {
  /** Also permits hiding comments on the blog, closing and reopening them. */
  readonly canEdit: boolean;
  readonly canDelete: boolean;
  /** Authors don't comment on their own blogs; they reply to the comments of readers. */
  readonly canComment: boolean;
}

/**
 * The rights of a signed-in person over the blog of `authorId`. An imported blog may have no author (null), or an
 * author without an account: then nobody may change it.
 */
export function rightsOver(authorId: string | null, personId: string): Rights {
  const isAuthor = authorId === personId;
  return { canEdit: isAuthor, canDelete: isAuthor, canComment: !isAuthor };
}
