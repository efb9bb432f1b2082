declare module '../../../storage/schema.ts' {
  interface Schema {
    reports: ReportsTable;
    report_cases: ReportCasesTable;
  }
}

/** What a person reports; of each text once. */
export interface ReportsTable {
  id: string;
  kind: string;
  subject_id: string;
  person_id: string;
  /** One of `reportReasons`. */
  reason: string;
  /** In their own words; may be empty. */
  note: string;
  /** 1, or 0 where the person had reported much already that nobody has dealt with. */
  weight: number;
  created_at: number;
  /** When staff dealt with it; null where nobody has. */
  closed_at: number | null;
}

/** Of each text that was ever reported, how many reports nobody has dealt with: the queue is read along an index. */
export interface ReportCasesTable {
  kind: string;
  subject_id: string;
  open: number;
  /** What these weigh together: the heaviest are looked at first. */
  weight: number;
  /** When the first of these came. */
  first_at: number;
  /** Who wrote the text; an id alone, which may name nobody any more. */
  author_id: string | null;
}
