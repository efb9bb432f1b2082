declare module '../../../storage/schema.ts' {
  interface Schema {
    hand_overs: HandOversTable;
    handed_texts: HandedTextsTable;
  }
}

/** Hand-overs: an owner gave texts of an imported author to an account. */
export interface HandOversTable {
  id: string;
  from_id: string;
  to_id: string;
  made_at: number;
}

/** The texts of a hand-over, until it is taken back. */
export interface HandedTextsTable {
  hand_over_id: string;
  /** `blog` or `comment`. */
  kind: string;
  text_id: string;
}
