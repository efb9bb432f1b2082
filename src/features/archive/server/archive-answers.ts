import { countedBlogsMax, offsetHeader, totalHeader } from '../../../blog/list-extent.ts';
import { type BlogMonth, listMonths, spanOf } from '../../../blog/server/blog-months.ts';
import { decodeCursor, linksOf, pageAt } from '../../../blog/server/blogs-page.ts';
import { presentSummary } from '../../../blog/server/present-blog.ts';
import { type Answer, answer } from '../../../identity/answer.ts';
import { addressOf } from '../../../platform/contract/call-api.ts';
import type { CallReply } from '../../../platform/http/answers/answers.ts';
import type { Storage } from '../../../storage/storage.ts';
import {
  type ArchiveYear,
  archive,
  archiveNotFound,
  blogsOfMonth,
  blogsOfYear,
  pageSize,
} from '../contract.ts';
import { walkSpan } from './walk-span.ts';

const sum = (months: readonly Pick<BlogMonth, 'blogs'>[]) =>
  months.reduce((total, { blogs }) => total + blogs, 0);

/** Groups months by year, the newest first. */
function byYear(months: readonly BlogMonth[]): ArchiveYear[] {
  const years = Map.groupBy(months, ({ year }) => year);
  return Array.from(years, ([year, own]) => ({
    year,
    blogs: sum(own),
    months: own.map(({ month, blogs }) => ({ month, blogs })),
  }));
}

/** Parses a number in its only accepted spelling (padded to `digits`); undefined for anything else. */
function readNumber(text: string, digits: number): number | undefined {
  const number = Number(text);
  return text === String(number).padStart(digits, '0') && Number.isInteger(number) && number > 0
    ? number
    : undefined;
}

interface SpanRequest {
  readonly year: string;
  /** Absent for the whole year. */
  readonly month?: string;
  readonly cursor: string;
  readonly addressAt: (cursor: string) => string;
}

/** Lists the years and months that have blogs, and the blogs of a year or month. */
export function archiveAnswers({ storage }: { readonly storage: Storage }): readonly Answer[] {
  const { reader } = storage;

  /** Returns one page of a span. Throws `archive-not-found` for an invalid span and for a span without blogs. */
  async function readSpan(asked: SpanRequest, reply: CallReply) {
    const { cursor } = asked;
    const place = cursor ? decodeCursor(cursor) : undefined;
    const year = readNumber(asked.year, 4);
    const month = asked.month === undefined ? undefined : readNumber(asked.month, 2);
    const isSpan = year !== undefined && (asked.month === undefined || month !== undefined);
    if (!isSpan) throw archiveNotFound();
    const months = await listMonths(reader, year);
    const blogs = sum(month === undefined ? months : months.filter((one) => one.month === month));
    if (blogs === 0) throw archiveNotFound();
    const span = spanOf(year, month);
    const page = await pageAt(place, pageSize, (from, isBackwards) =>
      walkSpan(reader, span, { from, order: isBackwards ? 'asc' : 'desc', limit: pageSize }),
    );
    const link = linksOf(page, asked.addressAt);
    if (link) reply.header('link', link);
    reply.header(totalHeader, String(Math.min(blogs, countedBlogsMax + 1)));
    if (!page.previous) reply.header(offsetHeader, '0');
    return page.rows.map(presentSummary);
  }

  return [
    answer(archive, async () => byYear(await listMonths(reader))),

    answer(blogsOfYear, async ({ params, query: { cursor } }, { reply }) => {
      const addressAt = (at: string) => addressOf(blogsOfYear.path, params, { cursor: at });
      return readSpan({ ...params, cursor, addressAt }, reply);
    }),

    answer(blogsOfMonth, async ({ params, query: { cursor } }, { reply }) => {
      const addressAt = (at: string) => addressOf(blogsOfMonth.path, params, { cursor: at });
      return readSpan({ ...params, cursor, addressAt }, reply);
    }),
  ];
}
