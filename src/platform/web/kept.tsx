import type { QueryClient } from '@tanstack/react-query';
import { createContext, createElement, type ReactNode, useContext } from 'react';

/** What a part of a page is made from, besides the site's settings and whether the viewer is a member. */
export type MadeFrom = (client: QueryClient) => readonly unknown[];

/** Where a server keeps parts of pages. */
export interface KeptMarkup {
  /** The element to stand in a part's place, and whether the part need not be rendered. */
  placeOf(name: string, madeFrom: MadeFrom): { tag: string; id: number; isKnown: boolean };
}

const KeptMarkupContext = createContext<KeptMarkup | undefined>(undefined);

/** On a server, around the pages that are the same for all strangers, or for all members. */
export const KeptMarkupProvider = KeptMarkupContext.Provider;

interface KeptProps {
  /** Of one place in the tree: React names ids by it. */
  readonly name: string;
  /** Compared one by one, by identity. What isn't there yet is kept by nobody. */
  readonly madeFrom?: MadeFrom;
  /**
   * One element, without another `Kept` in it, and without a picture that is nowhere else on the page: React asks browsers
   * for pictures at the page's beginning as it renders them.
   */
  readonly children: ReactNode;
}

const nothing: MadeFrom = () => [];

/** A part that is the same on many pages: a server renders it once, until what it is made from is another. */
export function Kept({ name, madeFrom = nothing, children }: KeptProps) {
  const place = useContext(KeptMarkupContext)?.placeOf(name, madeFrom);
  if (!place) return children;
  const { tag, id, isKnown } = place;
  return createElement(tag, { 'data-kept': id }, isKnown ? undefined : children);
}
