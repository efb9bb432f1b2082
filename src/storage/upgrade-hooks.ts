/** Says how far a step is: so many rows of so many, of what. */
export type ReportRows = (done: number, of: number, what: string) => void;

/** What goes on around the migration of a database that is there. */
export interface UpgradeHooks {
  /**
   * Backs the database up before the first step that writes people's texts anew, where there are any. Where it rejects,
   * nothing is changed.
   */
  readonly beforeRewriting?: (step: string) => Promise<void>;
  readonly onStep?: (step: string) => void;
  readonly onRows?: (step: string, ...rows: Parameters<ReportRows>) => void;
  /** All of it is committed. */
  readonly onDone?: (steps: readonly string[]) => void;
}

/** What the operator is told of a database that is opened, and what goes on around its migration. */
export interface OpeningOptions {
  /** Called with what the operator should fix, though the site can work with it. */
  readonly onWarning?: ((sentence: string) => void) | undefined;
  /** Told once, in a sentence, that a newer version has migrated the database under this process. */
  readonly onNewerSchema?: ((sentence: string) => void) | undefined;
  /** For a database of an older version; without them one whose texts have to be rewritten is refused. */
  readonly upgrade?: UpgradeHooks | undefined;
}
