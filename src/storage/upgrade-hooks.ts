/** Reports a step's progress: rows done, rows in total, and what they are. */
export type ReportRows = (done: number, of: number, what: string) => void;

/** Hooks for the migration of an existing database. */
export interface UpgradeHooks {
  /**
   * Backs up the database before the first step that rewrites people's texts, if there are any. If it rejects, nothing
   * is changed.
   */
  readonly beforeRewriting?: (step: string) => Promise<void>;
  readonly onStep?: (step: string) => void;
  readonly onRows?: (step: string, ...rows: Parameters<ReportRows>) => void;
  /** Called after the commit. */
  readonly onDone?: (steps: readonly string[]) => void;
}

/** Callbacks for the operator and migration hooks when a database is opened. */
export interface OpeningOptions {
  /** Called with a problem that the operator should fix, although the site works with it. */
  readonly onWarning?: ((sentence: string) => void) | undefined;
  /** Called once, with a sentence, when a newer version has migrated the database under this process. */
  readonly onNewerSchema?: ((sentence: string) => void) | undefined;
  /** For a database of an older version; without these hooks a database whose texts have to be rewritten is refused. */
  readonly upgrade?: UpgradeHooks | undefined;
}
