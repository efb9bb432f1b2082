/** The outcome of a write, as the writers know it. */
export type Outcome = 'acknowledged' | 'refused' | 'unknown';

/** The expected state of a person besides comments and blogs; the last write of a person decides. */
export interface PersonalState {
  /** Whether each blog is on the wishlist, as acknowledged; absent if unknown. */
  readonly wishes: Map<string, boolean>;
  /** The draft's text as acknowledged, or null if unknown. */
  draft: string | null;
}

/** The writers' record of each write and its outcome. */
export interface Ledger {
  /** Comments by text, blogs by title. Each text and title is unique. */
  readonly comments: Map<string, Outcome>;
  readonly blogs: Map<string, Outcome>;
  readonly people: Map<string, PersonalState>;
  readonly counts: Record<Outcome, number> & { sentAgain: number };
  /** Errors that the writers saw. */
  readonly wrongs: string[];
}

export function createLedger(): Ledger {
  return {
    comments: new Map(),
    blogs: new Map(),
    people: new Map(),
    counts: { acknowledged: 0, refused: 0, unknown: 0, sentAgain: 0 },
    wrongs: [],
  };
}

/** The contents of the database. */
export interface StoredState {
  readonly comments: readonly string[];
  readonly blogs: readonly string[];
  /** Pairs of person and blog. */
  readonly wishes: readonly (readonly [personId: string, blogId: string])[];
  readonly drafts: readonly (readonly [personId: string, text: string])[];
}

function compareTexts(
  kind: string,
  outcomes: ReadonlyMap<string, Outcome>,
  standing: readonly string[],
): readonly string[] {
  const times = new Map<string, number>();
  for (const text of standing) times.set(text, (times.get(text) ?? 0) + 1);
  const wrongs: string[] = [];
  for (const [text, outcome] of outcomes) {
    const found = times.get(text) ?? 0;
    if (outcome === 'acknowledged' && found === 0) wrongs.push(`lost ${kind} ${text}`);
    if (outcome === 'refused' && found > 0) wrongs.push(`refused, but there: ${kind} ${text}`);
    if (found > 1) wrongs.push(`${found} times ${kind} ${text}`);
  }
  return wrongs;
}

/** All differences between the ledger and the database. */
export function compare(ledger: Ledger, standing: StoredState): readonly string[] {
  const wished = new Map<string, number>();
  for (const pair of standing.wishes) {
    wished.set(pair.join(' '), (wished.get(pair.join(' ')) ?? 0) + 1);
  }
  const drafts = new Map(standing.drafts);
  const wrongs = [
    ...compareTexts('comment', ledger.comments, standing.comments),
    ...compareTexts('blog', ledger.blogs, standing.blogs),
  ];
  for (const [personId, { wishes, draft }] of ledger.people) {
    for (const [blogId, isWished] of wishes) {
      const found = wished.get(`${personId} ${blogId}`) ?? 0;
      if (found !== Number(isWished)) wrongs.push(`wish ${personId} ${blogId}: ${found} times`);
    }
    if (draft !== null && drafts.get(personId) !== draft) wrongs.push(`draft of ${personId}`);
  }
  return wrongs;
}
