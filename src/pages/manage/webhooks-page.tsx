import { WebhookForm } from '../../features/webhooks/web/webhook-form.tsx';
import { WebhookList } from '../../features/webhooks/web/webhook-list.tsx';
import { webhooksQuery } from '../../features/webhooks/web/webhook-queries.ts';
import { paths } from '../../paths.ts';
import { HeadedSection } from '../../platform/web/ui/headed-section.tsx';
import { ScriptNote } from '../../platform/web/ui/script-note.tsx';
import { definePage } from '../define-page.ts';
import { ManageLayout } from './manage-layout.tsx';

function WebhooksPage() {
  return (
    <ManageLayout
      title="Webhooks"
      lead="The site tells other programs of what everybody sees: texts that appear, change and go. What is sent is signed, and tried for two days."
    >
      <WebhookList />
      <HeadedSection title="Add a webhook">
        <ScriptNote todo="add a webhook" />
        <div className="grid gap-6">
          <WebhookForm />
        </div>
      </HeadedSection>
    </ManageLayout>
  );
}

export const page = definePage(paths.manageWebhooks, {
  component: WebhooksPage,
  queries: () => [webhooksQuery],
  head: () => ({
    title: 'Webhooks',
    description: 'Which programs this site tells of its texts.',
    canonicalPath: paths.manageWebhooks.to(),
  }),
});
