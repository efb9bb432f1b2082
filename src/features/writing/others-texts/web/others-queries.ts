import { queryOptions } from '@tanstack/react-query';
import { mayUse } from '../../../../identity/person.ts';
import { personalKey, viewerIn } from '../../../../identity/web/viewer.ts';
import type { ReplyOf } from '../../../../platform/contract/define-endpoint.ts';
import { call } from '../../../../platform/web/api.ts';
import { endpointQuery } from '../../../../platform/web/endpoint-query.ts';
import { type Personal, personal, reader } from '../../../../platform/web/personal/personal.ts';
import { textOf } from '../../common/web/draft-text.ts';
import type { History } from '../../history/web/history-queries.ts';
import { editable, othersBlog, othersRevision, othersRevisions } from '../contract.ts';

export type Editable = ReplyOf<typeof editable>;

/** Milliseconds until a changed role shows; the endpoint itself refuses at once. */
const staleTime = 5 * 60_000;

/**
 * The authors whose texts the viewer may edit. Browsers request it for editors only: other roles determine the reply.
 */
export function editableQuery() {
  return queryOptions({
    queryKey: [...personalKey, 'editable'],
    queryFn: async ({ client, signal }): Promise<Personal<Editable>> => {
      const viewer = viewerIn(client);
      if (viewer && !mayUse('editor', viewer)) {
        return personal({ me: viewer.id, others: 'nobody', staff: [] });
      }
      return personal((await call(client, editable, {}, { signal })).body);
    },
    staleTime,
  });
}

/** Whether the viewer may edit an author's texts; null is a deleted account. */
export const mayEdit = reader(
  'may-edit',
  ({ me, others, staff }: Editable, authorId: string | null) => {
    if (authorId === me || others === 'everybody') return true;
    return others === 'members' && (authorId === null || !staff.includes(authorId));
  },
);

/** Another author's blog, for editing. */
export function othersBlogQuery(id: string) {
  return endpointQuery(
    [...personalKey, 'others-blog', id],
    othersBlog,
    { params: { id } },
    { staleTime: 0 },
  );
}

/** The revisions of another author's blog. */
export function historyOfOthers(id: string): History {
  return {
    key: [...personalKey, 'others-revisions', id],
    list: async (client, signal) =>
      (await call(client, othersRevisions, { params: { id } }, { signal })).body.map(
        ({ version, ...text }) => ({ ...text, id: String(version) }),
      ),
    async text(version, client, signal) {
      const params = { id, version };
      return textOf((await call(client, othersRevision, { params }, { signal })).body);
    },
  };
}
