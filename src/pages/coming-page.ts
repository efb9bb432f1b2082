import { useEffect, useState } from 'react';
import { type Location, matchPath, useNavigation } from 'react-router';
import { paths } from '../paths.ts';
import type { PageAddress } from '../platform/contract/define-page-address.ts';

/** Pages whose chunks are loaded: they show skeletons of their own while their data loads. */
const loaded = new Set<string>();

export function noteLoaded({ page }: PageAddress): void {
  loaded.add(page);
}

/** Milliseconds that the old page stays while the next one's chunk loads: a shorter placeholder would flicker. */
const patienceMs = 150;

function pageOf({ pathname }: Location): PageAddress | undefined {
  return Object.values<PageAddress>(paths).find(({ path }) => matchPath(path, pathname));
}

/** The target page of a navigation, once its chunk takes longer than that. */
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
