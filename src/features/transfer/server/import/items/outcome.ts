/** The outcome of one item of an export. */
export interface ItemResult {
  readonly kind: 'text' | 'subscriber' | 'other';
  readonly name: string;
  readonly outcome: 'imported' | 'updated' | 'skipped' | 'failed';
  /** Why it was skipped or failed. */
  readonly reason?: string | undefined;
  /** Changes and omissions, as sentences for the report. */
  readonly notes?: readonly string[];
  readonly isDraft?: boolean;
  readonly comments?: PartCounts;
  readonly pictures?: PartCounts;
}

/** Parts of a text that were imported or left out. */
export interface PartCounts {
  readonly in: number;
  readonly leftOut: number;
}

interface Counted {
  in: number;
  changed: number;
  leftOut: number;
  failed: number;
}

/** The final counts. `drafts` counts the texts imported as drafts. */
export interface ImportCounts {
  readonly texts: Counted;
  readonly comments: Counted;
  readonly pictures: Counted;
  readonly subscribers: Counted;
  readonly other: Counted;
  drafts: number;
  /** Items of which a report with a limit has no line. */
  unlisted: number;
}

const none = (): Counted => ({ in: 0, changed: 0, leftOut: 0, failed: 0 });

export function noCounts(): ImportCounts {
  return {
    texts: none(),
    comments: none(),
    pictures: none(),
    subscribers: none(),
    other: none(),
    drafts: 0,
    unlisted: 0,
  };
}

const columns = {
  imported: 'in',
  updated: 'changed',
  skipped: 'leftOut',
  failed: 'failed',
} as const;
const rows = { text: 'texts', subscriber: 'subscribers', other: 'other' } as const;

export function countIn(counts: ImportCounts, result: ItemResult): void {
  counts[rows[result.kind]][columns[result.outcome]] += 1;
  const isIn = result.outcome === 'imported' || result.outcome === 'updated';
  if (result.isDraft && isIn) counts.drafts += 1;
  for (const what of ['comments', 'pictures'] as const) {
    counts[what].in += result[what]?.in ?? 0;
    counts[what].leftOut += result[what]?.leftOut ?? 0;
  }
}
