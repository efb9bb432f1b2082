declare module '../../../storage/schema.ts' {
  interface Schema {
    discussed_blogs: DiscussedBlogsTable;
  }
}

/** A blog among those that most people kept and commented on of late. */
export interface DiscussedBlogsTable {
  /** From 1. */
  place: number;
  blog_id: string;
  /** Milliseconds since 1970. */
  counted_at: number;
}
