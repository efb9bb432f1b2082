/** What is assumed of readers, and of how full machines may be. */
export interface Assumptions {
  readonly pagesPerReader: number;
  /** Files of styles, scripts, fonts and pictures that a reader's browser doesn't have yet. */
  readonly filesPerReader: number;
  /** The busiest minute of a month to its mean. */
  readonly peakFactor: number;
  /** Share of pages that are in no memory and on no disk, and are made. */
  readonly madeShare: number;
  readonly commentsPerReader: number;
  /** Share of a core that may be busy in that minute. */
  readonly busyMost: number;
  readonly coresPerMachine: number;
}

/** Microseconds of processor time for one of each; for what PostgreSQL does, its own. */
export interface Costs {
  readonly kept: number;
  readonly unchanged: number;
  readonly made: number;
  readonly comment: number;
  readonly primaryOfMade: number;
  readonly replicaOfMade: number;
  readonly primaryOfComment: number;
  /** Comments in a second at which commits are as many as the disk takes. */
  readonly commentsMost: number;
  /** Bytes of a page as they are sent. */
  readonly pageBytes: number;
  readonly fileBytes: number;
}

export interface Need {
  /** In the busiest minute, each second. */
  readonly pages: number;
  readonly files: number;
  readonly made: number;
  readonly comments: number;
  /** Cores that are busy all the time. */
  readonly siteCores: number;
  readonly databaseCores: number;
  /** Of what the disk of one PostgreSQL takes. */
  readonly commitShare: number;
  /** Machines of the site: two at least, as one may fail, and as many left when one has. */
  readonly siteMachines: number;
  /** A primary, which alone can write, and as many replicas as reads want; each node may name its own. */
  readonly databaseMachines: number;
  /** In the busiest minute, in 10^6 bits a second. */
  readonly megabits: number;
  readonly terabytesPerMonth: number;
}

const secondsPerMonth = (365.25 / 12) * 24 * 3_600;
const perCore = 1e6;

/**
 * What so many readers a month need. With a CDN it has the files and the bodies of pages, and asks for each page whether
 * it still is the same: pages are `must-revalidate`, so that a deleted one is gone at once.
 */
export function needOf(
  readersPerMonth: number,
  costs: Costs,
  assumed: Assumptions,
  hasCdn: boolean,
): Need {
  const mean = readersPerMonth / secondsPerMonth;
  const readers = mean * assumed.peakFactor;
  const pages = readers * assumed.pagesPerReader;
  const made = pages * assumed.madeShare;
  const comments = readers * assumed.commentsPerReader;
  const files = hasCdn ? 0 : readers * assumed.filesPerReader;
  const kept = pages - made;
  const siteCores =
    (kept * (hasCdn ? costs.unchanged : costs.kept) +
      files * costs.kept +
      made * costs.made +
      comments * costs.comment) /
    perCore;
  const writing = (comments * costs.primaryOfComment) / perCore;
  const reading = (made * (costs.primaryOfMade + costs.replicaOfMade)) / perCore;
  const usable = assumed.coresPerMachine * assumed.busyMost;
  const bytes = (hasCdn ? made : pages) * costs.pageBytes + files * costs.fileBytes;
  return {
    pages,
    files,
    made,
    comments,
    siteCores,
    databaseCores: writing + reading,
    commitShare: comments / costs.commentsMost,
    siteMachines: Math.ceil(siteCores / usable) + 1,
    databaseMachines: 1 + Math.max(1, Math.ceil(reading / usable)),
    megabits: (bytes * 8) / 1e6,
    terabytesPerMonth: ((bytes / assumed.peakFactor) * secondsPerMonth) / 1e12,
  };
}

/** Readers a month at which so many cores are as busy as they may be. */
export function readersOn(cores: number, costs: Costs, assumed: Assumptions): number {
  const one = needOf(1, costs, assumed, false);
  return (cores * assumed.busyMost) / one.siteCores;
}

/** Readers a month at which the commits of one PostgreSQL are the wall. */
export function readersAtCommits(costs: Costs, assumed: Assumptions): number {
  return assumed.busyMost / needOf(1, costs, assumed, false).commitShare;
}
