declare module '../../../storage/schema.ts' {
  interface Schema {
    wishes: WishesTable;
  }
}

/** A blog that a person wants to read; the row outlives the blog. */
export interface WishesTable {
  id: string;
  person_id: string;
  blog_id: string;
  /** The blog's title when it was wished, for when the blog is gone. */
  title: string;
  created_at: number;
}
