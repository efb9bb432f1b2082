import { useQuery } from '@tanstack/react-query';
import { useViewer } from '../../../identity/web/viewer.ts';
import type { AllBlogsRequest } from '../../../paths.ts';
import { useSiteSettings } from '../../../platform/web/site-settings.ts';
import { isTextSearch, textSearchQuery } from './text-search-query.ts';

/** Whether the visitor may read, and so search, full texts. */
export function useMaySearchTexts(): boolean {
  const { status } = useViewer();
  const { reading } = useSiteSettings();
  return reading === 'public' || status === 'signed-in';
}

/**
 * The text matches, if the address is a search and the visitor may read texts; `isRefused` if the address is invalid.
 */
export function useTextSearch(request: AllBlogsRequest, isRefused: boolean) {
  const isWanted = useMaySearchTexts() && isTextSearch(request) && !isRefused;
  const { data, isError, isLoading, error, refetch } = useQuery({
    ...textSearchQuery(request),
    ...(!isWanted && { enabled: false }),
  });
  return {
    found: isWanted ? data : undefined,
    isLoading: isWanted && isLoading,
    error: isWanted && isError ? error : undefined,
    refetch,
  };
}
