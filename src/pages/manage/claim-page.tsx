import { ClaimForm } from '../../features/staff/web/claim-form.tsx';
import { useViewer } from '../../identity/web/viewer.ts';
import { paths } from '../../paths.ts';
import { useLinkToken } from '../../platform/web/link-token.ts';
import { opened } from '../../platform/web/personal/personal.ts';
import { PageHeading } from '../../platform/web/ui/headings.tsx';
import { definePage } from '../define-page.ts';

function ClaimPage() {
  const viewer = useViewer();
  const readCode = useLinkToken('code');
  if (viewer.status !== 'signed-in') return null;
  return (
    <div className="mx-auto max-w-measure">
      <PageHeading lead="The owner appoints moderators, editors and further owners, and decides who may join.">
        Own this site
      </PageHeading>
      <ClaimForm
        readCode={readCode}
        viewer={opened(viewer.person)}
        // A full load: every page differs for the owner.
        onOwned={() => window.location.assign(paths.manage.to())}
      />
    </div>
  );
}

export const page = definePage(paths.manageClaim, {
  component: ClaimPage,
  head: () => ({
    title: 'Own this site',
    description: 'The link that a site prints until somebody owns it.',
    canonicalPath: paths.manageClaim.to(),
  }),
});
