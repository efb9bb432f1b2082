/** Assumptions about readers, and about the load of machines. */
export interface Assumptions {
  readonly pagesPerReader: number;
  /** Files of styles, scripts, fonts and pictures that aren't in the reader's browser cache yet. */
  readonly filesPerReader: number;
  /** Ratio of the busiest minute of a month to the average. */
  readonly peakFactor: number;
  /** Share of pages that are in neither cache, memory or disk, and are rendered. */
  readonly madeShare: number;
  readonly commentsPerReader: number;
  /** Maximum load of a core in that minute, as a share. */
  readonly busyMost: number;
  readonly coresPerMachine: number;
}

/** Microseconds of processor time per request; PostgreSQL's own time is listed separately. */
export interface Costs {
  readonly kept: number;
  readonly unchanged: number;
  readonly made: number;
  readonly comment: number;
  readonly primaryOfMade: number;
  readonly replicaOfMade: number;
  readonly primaryOfComment: number;
  /** Comments per second at which the disk's rate of commits is reached. */
  readonly commentsMost: number;
  /** Size of a page as sent. */
  readonly pageBytes: number;
  readonly fileBytes: number;
}

export interface Need {
  /** Per second, in the busiest minute. */
  readonly pages: number;
  readonly files: number;
  readonly made: number;
  readonly comments: number;
  /** Cores that are busy all the time. */
  readonly siteCores: number;
  readonly databaseCores: number;
  /** Share of the commits that the disk of one PostgreSQL allows. */
  readonly commitShare: number;
  /** Machines for the site: one more than the load needs, as one may fail. */
  readonly siteMachines: number;
  /** A primary, which alone can write, and as many replicas as the reads need; each node can have its own. */
  readonly databaseMachines: number;
  /** In the busiest minute, in 10^6 bits per second. */
  readonly megabits: number;
  readonly terabytesPerMonth: number;
}

const secondsPerMonth = (365.25 / 12) * 24 * 3_600;
const perCore = 1e6;

/**
 * What this many readers a month need. A CDN serves files and the bodies of pages, and revalidates each page: pages are
 * `must-revalidate`, so that a deleted one is gone at once.
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

/** Readers a month at which this many cores reach their maximum load. */
export function readersOn(cores: number, costs: Costs, assumed: Assumptions): number {
  const one = needOf(1, costs, assumed, false);
  return (cores * assumed.busyMost) / one.siteCores;
}

/** Readers a month at which the commits of one PostgreSQL are the limit. */
export function readersAtCommits(costs: Costs, assumed: Assumptions): number {
  return assumed.busyMost / needOf(1, costs, assumed, false).commitShare;
}
