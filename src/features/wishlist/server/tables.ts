declare module '../../../storage/schema.ts' {
  interface Schema {
    wishes: WishesTable;
  }
}

/** A blog that a person saved; the row outlives the blog. */
export interface WishesTable {
  id: string;
  person_id: string;
  blog_id: string;
  /** The blog's title when the wish was made, for a deleted blog. */
  title: string;
  created_at: number;
}
