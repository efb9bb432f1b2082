import type { ImportStage } from '../import-contract.ts';

declare module '../../../storage/schema.ts' {
  interface Schema {
    imported_texts: ImportedTextsTable;
    imported_comments: ImportedCommentsTable;
    imports: ImportsTable;
    import_lines: ImportLinesTable;
  }
}

/** A text that came from another system; the row outlasts its blog, so that what was removed here doesn't come again. */
export interface ImportedTextsTable {
  /** As `blogs.source_key`. */
  source_key: string;
  blog_id: string;
  /** As what it was brought in: `published` or `draft`. */
  state: string;
  /** Of all that was brought in: the same again changes nothing. Empty where something may be had another time. */
  fingerprint: string;
  imported_at: number;
}

/** A comment that came with such a text; the row outlasts it as well. */
export interface ImportedCommentsTable {
  blog_id: string;
  /** As the export names it, within its text. */
  comment_key: string;
  comment_id: string;
}

/** A file that an owner brings in by the browser. Who did is in the audit log. */
export interface ImportsTable {
  /** Time-ordered; names the file in the folder of imports as well. */
  id: string;
  stage: ImportStage;
  file_name: string;
  bytes: number;
  /** Bytes that have arrived. */
  received: number;
  /** In words; empty until it was looked at. */
  system: string;
  /** JSON of what `choicesSchema` reads. */
  options: string;
  /** JSON of `ImportPreview`. */
  preview: string;
  /** JSON of `ImportCounts`. */
  counts: string;
  /** Items that were looked at, or brought in, so far. */
  done: number;
  /** Why it failed, for the owner; empty otherwise. */
  reason: string;
  created_at: number;
  changed_at: number;
  /** When the file, or the report, goes. */
  ends_at: number;
}

/** What became of one item; at most as many as a report holds. */
export interface ImportLinesTable {
  import_id: string;
  /** In the order of the export. */
  place: number;
  kind: string;
  name: string;
  outcome: string;
  detail: string;
}
