import type { Reader } from '../../storage/storage.ts';

/** A month in UTC, like the dates on pages, and its visible blogs. */
export interface BlogMonth {
  readonly year: number;
  /** 1 is January. */
  readonly month: number;
  readonly blogs: number;
  /** When one of them was last published, hidden or saved. */
  readonly changedAt: number;
}

/** All months with a visible blog, newest first; or those of one year. */
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
  /** Exclusive. */
  readonly end: number;
}

/** The time span of a year, or of one of its months, in UTC. */
export function spanOf(year: number, month?: number): Span {
  const startOf = (years: number, months: number) => {
    // `Date.UTC` maps the years 0 to 99 to 1900 to 1999.
    const day = new Date(0);
    return day.setUTCFullYear(years, months, 1);
  };
  return month === undefined
    ? { start: startOf(year, 0), end: startOf(year + 1, 0) }
    : { start: startOf(year, month - 1), end: startOf(year, month) };
}
