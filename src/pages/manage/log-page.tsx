import { TakeBackButton } from '../../features/ownership/web/take-back-button.tsx';
import type { AuditEntry } from '../../features/staff/contract/audit.ts';
import { AuditList } from '../../features/staff/web/audit-list.tsx';
import { auditListQuery } from '../../features/staff/web/staff-queries.ts';
import { useViewer } from '../../identity/web/viewer.ts';
import { paths } from '../../paths.ts';
import { opened } from '../../platform/web/personal/personal.ts';
import { RefusedAddress } from '../../platform/web/ui/lists/refused-address.tsx';
import { definePage, usePageQuery, useRefusal } from '../define-page.ts';
import { ManageLayout } from './manage-layout.tsx';

/** Links to the subjects of audit entries, by kind. */
const places: Readonly<Record<string, (id: string) => string>> = {
  person: (id) => paths.managePeople.to({ search: id }),
  blog: (id) => paths.blog.to(id),
  'hand-over': () => paths.manageAuthors.to(),
  redirect: (path) => paths.manageAddresses.to({ search: path }),
  picture: (id) => paths.managePictures.to({ search: `/images/uploads/${id}.jpg` }),
};

function addressOf({ kind, id, label }: AuditEntry['subject']): string | undefined {
  // A deleted account has no page.
  if (kind === 'person' && label === '') return undefined;
  return places[kind]?.(id);
}

function LogPage() {
  const request = usePageQuery(paths.manageLog);
  const refusal = useRefusal();
  const viewer = useViewer();
  const isOwner = viewer.status === 'signed-in' && opened(viewer.person).role === 'owner';
  const undoOf = ({ subject }: AuditEntry) =>
    isOwner && <TakeBackButton id={subject.id} label={subject.label} />;
  return (
    <ManageLayout
      title="Log"
      lead="What owners, moderators and editors did, and why. Nothing here is ever changed or taken away."
    >
      {refusal === undefined ? (
        <AuditList request={request} addressOf={addressOf} undoOf={undoOf} />
      ) : (
        <RefusedAddress to={paths.manageLog.to()} label="Show the whole log" />
      )}
    </ManageLayout>
  );
}

export const page = definePage(paths.manageLog, {
  component: LogPage,
  queries: ({ query }) => [auditListQuery(query)],
  head: () => ({
    title: 'Log',
    description: 'What was done to keep this site in order.',
    canonicalPath: paths.manageLog.to(),
  }),
});
