import { useQuery } from '@tanstack/react-query';
import { useIsHydrated } from '../../../../platform/web/use-is-hydrated.ts';
import { draftSummaryQuery } from './draft-queries.ts';

/** Tells that a draft was published, and what publishing it again means. */
export function WasPublished({ draftKey }: { readonly draftKey: string }) {
  const isHydrated = useIsHydrated();
  const { data: summary } = useQuery({ ...draftSummaryQuery(draftKey), enabled: isHydrated });
  if (!summary?.wasPublished) return null;
  return (
    <p className="mb-6 border-l-2 border-rule pl-5 text-sm text-soft">
      This blog was published and is a draft again. Saved, it stands at its old address, with its
      date, its comments and its history.
    </p>
  );
}
