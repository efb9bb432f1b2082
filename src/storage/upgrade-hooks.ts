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
