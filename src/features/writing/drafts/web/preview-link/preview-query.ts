import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../../../platform/web/api.ts';
import { onePreview } from '../../contract/preview-link.ts';

/** A draft that somebody was given the link to. */
export function previewQuery(token: string) {
  return queryOptions({
    queryKey: ['preview', token],
    queryFn: async ({ client, signal }) =>
      (await call(client, onePreview, { params: { token } }, { signal })).body,
    staleTime: 0,
    retry: false,
  });
}
