declare module '../../../storage/schema.ts' {
  interface Schema {
    discussed_blogs: DiscussedBlogsTable;
    blog_reads: BlogReadsTable;
    blog_read_days: BlogReadDaysTable;
    reading_places: ReadingPlacesTable;
    stopped_histories: StoppedHistoriesTable;
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

/** Where a member stopped reading a blog. */
export interface ReadingPlacesTable {
  person_id: string;
  blog_id: string;
  read_at: number;
  /** Percent of the text that is behind the place. */
  share: number;
  /** 1 once it was read to its end, however far one came since. */
  is_finished: number;
  /** The paragraph, from 0, and what it said as a hash. */
  block: number;
  block_hash: number;
  /** Hashes of what the member read, as `web/article/place/known-blocks.ts` writes them. */
  known_blocks: string;
}

/** That a member wants no history of what they read. */
export interface StoppedHistoriesTable {
  person_id: string;
  stopped_at: number;
}
