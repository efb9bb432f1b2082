import { useEffect, useRef, useState } from 'react';
import type { Person } from '../../../identity/person.ts';
import { opened, type Personal } from '../../../platform/web/personal/personal.ts';
import { visitsKey } from './visits-key.ts';

/** Blogs whose last visit the device stores. */
const rememberedMax = 100;

/**
 * The member's last visits of blogs on this device, the latest last: milliseconds since 1970, by the device's clock.
 */
interface Visits {
  readonly personId: string;
  readonly visits: readonly (readonly [blogId: string, at: number])[];
}

function isVisits(value: unknown): value is Visits {
  if (typeof value !== 'object' || value === null) return false;
  const { personId, visits } = value as Partial<Visits>;
  return typeof personId === 'string' && Array.isArray(visits) && visits.every(Array.isArray);
}

/** This member's visits; those of another member are ignored. */
function readVisits(personId: string): Visits['visits'] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(visitsKey) ?? 'null');
    return isVisits(kept) && kept.personId === personId ? kept.visits : [];
  } catch {
    // Without storage no visits are known.
    return [];
  }
}

/** Records a visit and returns the time of the previous one; undefined where there was none. */
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
 * When the viewer last visited the blog on this device, before this visit; undefined without an earlier visit, and for
 * visitors. Stored on the device only: the site doesn't know which member reads what.
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
    // React may run an effect twice; the second run would find the visit of the first.
    if (noted.current === `${id} ${blogId}`) return;
    noted.current = `${id} ${blogId}`;
    setBefore(noteVisit(id, blogId, Date.now()));
  }, [blogId, viewer]);
  return before;
}
