declare module '../../../storage/schema.ts' {
  interface Schema {
    announcements: AnnouncementsTable;
    feed_tokens: FeedTokensTable;
  }
}

/** The address by which a member follows their own wishlist. */
export interface FeedTokensTable {
  person_id: string;
  /** SHA-256 of the token in the address. */
  token_hash: string;
  created_at: number;
}

/** That a service is still to be told of a blog that was published or changed. */
export interface AnnouncementsTable {
  /** `Service` of `announce.ts`. */
  service: string;
  blog_id: string;
  changed_at: number;
  /** When it is told, or tried again. */
  due_at: number;
  tries: number;
}
