declare module '../../../storage/schema.ts' {
  interface Schema {
    comments: CommentsTable;
  }
}

export interface CommentsTable {
  /** Time-ordered. */
  id: string;
  blog_id: string;
  person_id: string;
  text: string;
  created_at: number;
}
