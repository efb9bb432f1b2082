declare module '../../../storage/schema.ts' {
  interface Schema {
    reports: ReportsTable;
    report_cases: ReportCasesTable;
  }
}

/** Reports; one per person and text. */
export interface ReportsTable {
  id: string;
  kind: string;
  subject_id: string;
  person_id: string;
  /** One of `reportReasons`. */
  reason: string;
  /** The reporter's note; may be empty. */
  note: string;
  /** 1, or 0 where the person had too many open reports already. */
  weight: number;
  created_at: number;
  /** When staff closed it; null for an open report. */
  closed_at: number | null;
}

/** The number of open reports per reported text, for an index on the queue. */
export interface ReportCasesTable {
  kind: string;
  subject_id: string;
  open: number;
  /** The sum of the open reports' weights: the queue's first sort key. */
  weight: number;
  /** When the first open report came in. */
  first_at: number;
  /** The text's author; not a foreign key, so that person may be deleted. */
  author_id: string | null;
}
