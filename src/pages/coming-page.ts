import { useEffect, useState } from 'react';
import { type Location, matchPath, useNavigation } from 'react-router';
import { paths } from '../paths.ts';
import type { PageAddress } from '../platform/contract/define-page-address.ts';

/** Pages whose code this tab has: one that is there waits for its data with skeletons of its own. */
const loaded = new Set<string>();

export function noteLoaded({ page }: PageAddress): void {
  loaded.add(page);
}

/** Milliseconds that a page stays, while the code of the next is loaded: for less, another picture would be unrest. */
const patienceMs = 150;

function pageOf({ pathname }: Location): PageAddress | undefined {
  return Object.values<PageAddress>(paths).find(({ path }) => matchPath(path, pathname));
}

/** The page that a navigation leads to, once its code has kept the visitor waiting. */
export function useComingPage(): PageAddress | undefined {
  const { location } = useNavigation();
  const [waitedFor, setWaitedFor] = useState<Location>();

  useEffect(() => {
    const page = location && pageOf(location);
    if (page?.layout !== 'main' || loaded.has(page.page)) return;
    const timer = setTimeout(() => setWaitedFor(location), patienceMs);
    return () => clearTimeout(timer);
  }, [location]);

  return location && location === waitedFor ? pageOf(location) : undefined;
}
