// A zone is an offset, or a name as in RFC 822 (`pm` is none); some systems put its name in brackets behind it.
const iso =
  /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})(?:[T ]\s*(?<time>\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s*(?<zone>(?:UTC?|GMT)?[+-]\d{2}(?::?\d{2})?|UT|[a-z]{3,5}|[a-z])?(?:\s?\([^()]{1,60}\))?)?$/i;
const inWords =
  /^(?:[a-z]{3,9},?\s+)?(?:(?<month>[a-z]{3,9})\.?\s+(?<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<year>\d{4})|(?<dayFirst>\d{1,2})(?:st|nd|rd|th)?\s+(?<monthLast>[a-z]{3,9})\.?,?\s+(?<yearLast>\d{4}|\d{2}))(?:,?\s+(?<time>\d{1,2}:\d{2}(?::\d{2})?)\s*(?<zone>(?:UTC?|GMT)?[+-]\d{2}(?::?\d{2})?|UT|[a-z]{3,5}|[a-z])?(?:\s?\([^()]{1,60}\))?)?$/i;
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** The zones of RFC 822 with their hours from UTC. Others are read as UTC, as RFC 2822 asks. */
const namedZones = { edt: -4, est: -5, cdt: -5, cst: -6, mdt: -6, mst: -7, pdt: -7, pst: -8 };
const hoursOfZone: ReadonlyMap<string, number> = new Map(Object.entries(namedZones));

function zoneMs(given: string | undefined, otherwiseMs: number): number {
  if (given === undefined) return otherwiseMs;
  const named = hoursOfZone.get(given.toLowerCase());
  if (named !== undefined) return named * 3_600_000;
  const [, sign, hours, minutes] = /([+-])(\d{2}):?(\d{2})?$/.exec(given) ?? [];
  const size = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
  return sign === '-' ? -size : size;
}

/** A year of two digits by RFC 2822: from 1950 to 2049. */
function fullYear(year: string): number {
  const short = year.length === 2 ? (Number(year) < 50 ? 2_000 : 1_900) : 0;
  return short + Number(year);
}

/** Milliseconds since 1970 of a date and a time; undefined for an invalid one. */
function instant(
  year: number,
  month: number,
  day: number,
  time: string,
  offsetMs: number,
): number | undefined {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  if (hours > 23 || minutes > 59 || seconds >= 60) return undefined;
  const midnight = new Date(0);
  midnight.setUTCFullYear(year, month - 1, day);
  if (midnight.getUTCMonth() !== month - 1 || midnight.getUTCDate() !== day) return undefined;
  const sinceMidnight = ((hours * 60 + minutes) * 60 + seconds) * 1_000;
  return midnight.getTime() + Math.round(sinceMidnight) - offsetMs;
}

/**
 * Parses a date in front matter (`2020-05-12`, `2020-05-12 10:00 +0200`, `12 May 2020`, RFC 822 and 2822) to milliseconds since
 * 1970; without a zone as UTC, or by the offset of local time. Undefined for an invalid date, such as 30 February.
 */
export function parseDate(text: string, localOffsetMs = 0): number | undefined {
  const numbers = iso.exec(text.trim())?.groups;
  if (numbers) {
    return instant(
      Number(numbers.year),
      Number(numbers.month),
      Number(numbers.day),
      numbers.time ?? '0:0',
      zoneMs(numbers.zone, localOffsetMs),
    );
  }
  const words = inWords.exec(text.trim())?.groups;
  if (!words) return undefined;
  const name = (words.month ?? words.monthLast ?? '').slice(0, 3).toLowerCase();
  const day = Number(words.day ?? words.dayFirst);
  return instant(
    fullYear(words.year ?? words.yearLast ?? ''),
    months.indexOf(name) + 1,
    day,
    words.time ?? '0:0',
    zoneMs(words.zone, localOffsetMs),
  );
}
