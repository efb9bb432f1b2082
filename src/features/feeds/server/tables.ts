declare module '../../../storage/schema.ts' {
  interface Schema {
    announcements: AnnouncementsTable;
    feed_tokens: FeedTokensTable;
  }
}

/** The secret address of the feed of a member's wishlist. */
export interface FeedTokensTable {
  person_id: string;
  /** SHA-256 of the token in the address. */
  token_hash: string;
  created_at: number;
}

/** Queue of announcements to services about published and changed blogs. */
export interface AnnouncementsTable {
  /** `Service` of `announce.ts`. */
  service: string;
  blog_id: string;
  changed_at: number;
  /** When it is sent or retried. */
  due_at: number;
  tries: number;
}
