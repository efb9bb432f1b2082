/** An inclusive range of document numbers. */
export interface DocRange {
  readonly lowest: number;
  readonly highest: number;
}

/** The upper bound of PostgreSQL's `integer`. */
export const allDocs: DocRange = { lowest: 0, highest: 2 ** 31 - 1 };
