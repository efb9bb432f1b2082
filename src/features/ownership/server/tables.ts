declare module '../../../storage/schema.ts' {
  interface Schema {
    hand_overs: HandOversTable;
    handed_texts: HandedTextsTable;
  }
}

/** That an owner gave texts of an imported author to an account. */
export interface HandOversTable {
  id: string;
  from_id: string;
  to_id: string;
  made_at: number;
}

/** A text that was given so, until it is taken back. */
export interface HandedTextsTable {
  hand_over_id: string;
  /** `blog` or `comment`. */
  kind: string;
  text_id: string;
}
