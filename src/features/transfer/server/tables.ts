import type { ImportStage } from '../import-contract.ts';

declare module '../../../storage/schema.ts' {
  interface Schema {
    imported_texts: ImportedTextsTable;
    imported_comments: ImportedCommentsTable;
    imports: ImportsTable;
    import_lines: ImportLinesTable;
  }
}

/** A text imported from another system. The row outlasts its blog, so that a blog deleted here isn't imported again. */
export interface ImportedTextsTable {
  /** As in `blogs.source_key`. */
  source_key: string;
  blog_id: string;
  /** Its state when imported, `published` or `draft`; a draft that is published here becomes `published`. */
  state: string;
  /** A hash of all imported data: an equal one needs no import. Empty if a later import may complete it. */
  fingerprint: string;
  imported_at: number;
}

/** An imported comment; the row outlasts it, too. */
export interface ImportedCommentsTable {
  blog_id: string;
  /** The key of the comment in the export, unique within its text. */
  comment_key: string;
  comment_id: string;
}

/** An import by an owner in the browser. The audit log names the owner. */
export interface ImportsTable {
  /** Time-ordered; also the file's name in the import folder. */
  id: string;
  stage: ImportStage;
  file_name: string;
  bytes: number;
  /** Bytes received. */
  received: number;
  /** Name of the source system; empty until the file was scanned. */
  system: string;
  /** JSON for `choicesSchema`. */
  options: string;
  /** JSON of `ImportPreview`. */
  preview: string;
  /** JSON of `ImportCounts`. */
  counts: string;
  /** Items scanned or imported so far. */
  done: number;
  /** The reason for a failure, for the owner; empty otherwise. */
  reason: string;
  created_at: number;
  changed_at: number;
  /** When the file or the report is deleted. */
  ends_at: number;
}

/** The outcome of one item; their number is limited. */
export interface ImportLinesTable {
  import_id: string;
  /** Position in the export. */
  place: number;
  kind: string;
  name: string;
  outcome: string;
  detail: string;
}
