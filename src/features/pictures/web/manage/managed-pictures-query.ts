import { queryOptions } from '@tanstack/react-query';
import { personalKey } from '../../../../identity/web/viewer.ts';
import { call } from '../../../../platform/web/api.ts';
import { findPictures } from '../../contract/manage.ts';

/** The pictures and the profile at an address; without an address no request is sent. */
export function managedPicturesQuery(address: string) {
  return queryOptions({
    queryKey: [...personalKey, 'manage', 'pictures', address],
    queryFn: async ({ client, signal }) =>
      address === ''
        ? { pictures: [], profile: null }
        : (await call(client, findPictures, { query: { address } }, { signal })).body,
    staleTime: 0,
  });
}
