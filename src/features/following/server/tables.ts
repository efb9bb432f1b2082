declare module '../../../storage/schema.ts' {
  interface Schema {
    follows: FollowsTable;
    new_blogs: NewBlogsTable;
  }
}

/** That a person wants to know of an author's new blogs. */
export interface FollowsTable {
  person_id: string;
  author_id: string;
  created_at: number;
}

/** When a blog was first visible: published, or let in after review. Once for each, however often it comes and goes. */
export interface NewBlogsTable {
  blog_id: string;
  author_id: string;
  shown_at: number;
}
