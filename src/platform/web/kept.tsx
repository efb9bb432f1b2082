import type { QueryClient } from '@tanstack/react-query';
import { createContext, createElement, type ReactNode, useContext } from 'react';

/** The dependencies of a part of a page, besides the site's settings and whether the viewer is a member. */
export type MadeFrom = (client: QueryClient) => readonly unknown[];

/** The server's cache of rendered parts of pages. */
export interface KeptMarkup {
  /** The placeholder element for a part, and whether the part is in the cache and needn't be rendered. */
  placeOf(name: string, madeFrom: MadeFrom): { tag: string; id: number; isKnown: boolean };
}

const KeptMarkupContext = createContext<KeptMarkup | undefined>(undefined);

/** On the server, wraps pages that are the same for all strangers or for all members. */
export const KeptMarkupProvider = KeptMarkupContext.Provider;

interface KeptProps {
  /** Unique to one place in the tree, because React derives ids from it. */
  readonly name: string;
  /** Compared one by one, by identity. Undefined values are not cached. */
  readonly madeFrom?: MadeFrom;
  /**
   * One element, without a nested `Kept`, and without a picture that is nowhere else on the page: React emits preloads
   * for pictures when it renders them.
   */
  readonly children: ReactNode;
}

const nothing: MadeFrom = () => [];

/** A part that is the same on many pages: the server renders it once until its dependencies change. */
export function Kept({ name, madeFrom = nothing, children }: KeptProps) {
  const place = useContext(KeptMarkupContext)?.placeOf(name, madeFrom);
  if (!place) return children;
  const { tag, id, isKnown } = place;
  return createElement(tag, { 'data-kept': id }, isKnown ? undefined : children);
}
