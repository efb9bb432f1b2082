/** What a person may do with a blog. */
export interface Rights {
  /** Also: hide comments on it, close them, and open them again. */
  readonly canEdit: boolean;
  readonly canDelete: boolean;
  /** Authors don't comment on their own blogs; they reply to what readers say there. */
  readonly canComment: boolean;
}

/**
 * The rights of a signed-in person over the blog of `authorId`. An imported blog may have no author (null), or one without
 * an account: then nobody may change it.
 */
export function rightsOver(authorId: string | null, personId: string): Rights {
  const isAuthor = authorId === personId;
  return { canEdit: isAuthor, canDelete: isAuthor, canComment: !isAuthor };
}
