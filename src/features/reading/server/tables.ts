declare module '../../../storage/schema.ts' {
  interface Schema {
    discussed_blogs: DiscussedBlogsTable;
    blog_reads: BlogReadsTable;
    blog_read_days: BlogReadDaysTable;
    reading_places: ReadingPlacesTable;
    stopped_histories: StoppedHistoriesTable;
  }
}

/** One of the blogs that most people recently saved and commented on. */
export interface DiscussedBlogsTable {
  /** From 1. */
  place: number;
  blog_id: string;
  /** Milliseconds since 1970. */
  counted_at: number;
}

/** How often a blog was opened and read to the end, in total. */
export interface BlogReadsTable {
  blog_id: string;
  opened: number;
  finished: number;
}

export interface BlogReadDaysTable extends BlogReadsTable {
  /** The day's beginning in UTC, in milliseconds since 1970. */
  day: number;
}

/** A member's place in a blog. */
export interface ReadingPlacesTable {
  person_id: string;
  blog_id: string;
  read_at: number;
  /** Percent of the text before the place. */
  share: number;
  /** 1 once the member has read to the end, even if they later stopped earlier. */
  is_finished: number;
  /** The paragraph, from 0, and the hash of its text. */
  block: number;
  block_hash: number;
  /** Hashes of the paragraphs read, encoded by `web/article/place/known-blocks.ts`. */
  known_blocks: string;
}

/** Members who switched their reading history off. */
export interface StoppedHistoriesTable {
  person_id: string;
  stopped_at: number;
}
