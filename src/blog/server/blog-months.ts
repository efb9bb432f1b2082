import type { Reader } from '../../storage/storage.ts';

/** A month in which visible blogs were published, in UTC as the dates that pages show. */
export interface BlogMonth {
  readonly year: number;
  /** 1 is January. */
  readonly month: number;
  readonly blogs: number;
  /** When one of them came, went or was saved last. */
  readonly changedAt: number;
}

/** All months that have a visible blog, the newest first; those of one year where it is named. */
export async function listMonths(db: Reader, year?: number): Promise<readonly BlogMonth[]> {
  let months = db
    .selectFrom('blog_months')
    .select(['month', 'blogs', 'changed_at'])
    .where('blogs', '>', 0)
    .orderBy('month', 'desc');
  if (year !== undefined) {
    const name = String(year).padStart(4, '0');
    months = months.where('month', '>=', `${name}-01`).where('month', '<=', `${name}-12`);
  }
  const rows = await months.execute();
  return rows.map(({ month, blogs, changed_at }) => ({
    year: Number(month.slice(0, 4)),
    month: Number(month.slice(5)),
    blogs,
    changedAt: changed_at,
  }));
}

/** A span of time, in milliseconds since 1970. */
export interface Span {
  readonly start: number;
  /** Behind its last millisecond. */
  readonly end: number;
}

/** The span of a year, or of one month of it, in UTC. */
export function spanOf(year: number, month?: number): Span {
  const startOf = (years: number, months: number) => {
    // `Date.UTC` reads the years up to 99 as of the twentieth century.
    const day = new Date(0);
    return day.setUTCFullYear(years, months, 1);
  };
  return month === undefined
    ? { start: startOf(year, 0), end: startOf(year + 1, 0) }
    : { start: startOf(year, month - 1), end: startOf(year, month) };
}
