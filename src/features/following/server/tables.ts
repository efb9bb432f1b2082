declare module '../../../storage/schema.ts' {
  interface Schema {
    follows: FollowsTable;
    new_blogs: NewBlogsTable;
  }
}

/** A person follows an author. */
export interface FollowsTable {
  person_id: string;
  author_id: string;
  created_at: number;
}

/**
 * When a blog first became visible: published, or approved after review. One row per blog, even if it is hidden and
 * shown again.
 */
export interface NewBlogsTable {
  blog_id: string;
  author_id: string;
  shown_at: number;
}
