import { personalKey } from '../../../../identity/web/viewer.ts';
import { endpointQuery } from '../../../../platform/web/endpoint-query.ts';
import { managedTags } from '../../contract/manage.ts';

export interface TagsAsked {
  readonly search: string;
  readonly cursor: string;
}

export const managedTagsKey = [...personalKey, 'manage', 'tags'];

/** One page of all tags for staff. */
export function managedTagsQuery({ search, cursor }: TagsAsked) {
  const query = { search, cursor };
  return endpointQuery(
    [...managedTagsKey, search, cursor],
    managedTags,
    { query },
    { staleTime: 0 },
  );
}
