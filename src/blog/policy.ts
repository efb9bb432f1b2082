/** What somebody may do with a blog. */
export interface Rights {
  readonly canEdit: boolean;
  readonly canDelete: boolean;
  /** Authors don't comment on their own blogs. */
  readonly canComment: boolean;
}

/**
 * The rights of a signed-in person over the blog of `authorId`. Null, or somebody without an account, wrote it where it
 * was imported: then nobody may change it.
 */
export function rightsOver(authorId: string | null, personId: string): Rights {
  const isAuthor = authorId === personId;
  return { canEdit: isAuthor, canDelete: isAuthor, canComment: !isAuthor };
}
