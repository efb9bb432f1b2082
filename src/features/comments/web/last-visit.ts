import { useEffect, useRef, useState } from 'react';
import type { Person } from '../../../identity/person.ts';
import { opened, type Personal } from '../../../platform/web/personal/personal.ts';
import { visitsKey } from './visits-key.ts';

/** Blogs whose last visit a device remembers. */
const rememberedMax = 100;

/** When this device's member last looked at each blog, the latest last: milliseconds since 1970, by the device's clock. */
interface Visits {
  readonly personId: string;
  readonly visits: readonly (readonly [blogId: string, at: number])[];
}

function isVisits(value: unknown): value is Visits {
  if (typeof value !== 'object' || value === null) return false;
  const { personId, visits } = value as Partial<Visits>;
  return typeof personId === 'string' && Array.isArray(visits) && visits.every(Array.isArray);
}

/** Those of this member; another one's are of no use to them. */
function readVisits(personId: string): Visits['visits'] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(visitsKey) ?? 'null');
    return isVisits(kept) && kept.personId === personId ? kept.visits : [];
  } catch {
    // A browser that keeps nothing knows of no visit.
    return [];
  }
}

/** Notes a visit, and returns when the one before was; undefined where there was none. */
function noteVisit(personId: string, blogId: string, now: number): number | undefined {
  const visits = readVisits(personId);
  const before = visits.find(([id]) => id === blogId)?.[1];
  const others = visits.filter(([id]) => id !== blogId);
  const kept: Visits = {
    personId,
    visits: [...others, [blogId, now] as const].slice(-rememberedMax),
  };
  try {
    localStorage.setItem(visitsKey, JSON.stringify(kept));
  } catch {
    // As above.
  }
  return typeof before === 'number' ? before : undefined;
}

/**
 * When the viewer last looked at the blog with this device, before now; undefined where they didn't, and for visitors. It is
 * kept nowhere else: the site doesn't know who reads what.
 */
export function useLastVisit(
  blogId: string,
  viewer: Personal<Person> | undefined,
): number | undefined {
  const [before, setBefore] = useState<number>();
  const noted = useRef('');
  useEffect(() => {
    if (!viewer) return;
    const { id } = opened(viewer);
    // React may run an effect twice, and this one would find its own visit.
    if (noted.current === `${id} ${blogId}`) return;
    noted.current = `${id} ${blogId}`;
    setBefore(noteVisit(id, blogId, Date.now()));
  }, [blogId, viewer]);
  return before;
}
