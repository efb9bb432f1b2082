declare module '../../../storage/schema.ts' {
  interface Schema {
    discussed_blogs: DiscussedBlogsTable;
    blog_reads: BlogReadsTable;
    blog_read_days: BlogReadDaysTable;
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

/** How often a blog was opened, and read to the end, in all. */
export interface BlogReadsTable {
  blog_id: string;
  opened: number;
  finished: number;
}

export interface BlogReadDaysTable extends BlogReadsTable {
  /** The day's beginning in UTC, in milliseconds since 1970. */
  day: number;
}
