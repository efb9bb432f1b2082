import { useQuery } from '@tanstack/react-query';
import { useViewer } from '../../../identity/web/viewer.ts';
import type { AllBlogsRequest } from '../../../paths.ts';
import { useSiteSettings } from '../../../platform/web/site-settings.ts';
import { asksForTexts, textSearchQuery } from './text-search-query.ts';

/** Whether the visitor may read whole blogs, and so what they say. */
export function useMaySearchTexts(): boolean {
  const { status } = useViewer();
  const { reading } = useSiteSettings();
  return reading === 'public' || status === 'signed-in';
}

/** What is found in texts, where the address asks for it and the visitor may; `isRefused` where the address is none. */
export function useTextSearch(request: AllBlogsRequest, isRefused: boolean) {
  const isWanted = useMaySearchTexts() && asksForTexts(request) && !isRefused;
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
