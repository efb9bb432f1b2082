import { HistoryList } from '../../features/reading/web/history/history-list.tsx';
import {
  historyChoiceQuery,
  historyQuery,
} from '../../features/reading/web/history/history-queries.ts';
import { HistorySwitch } from '../../features/reading/web/history/history-switch.tsx';
import { paths } from '../../paths.ts';
import { HeadedSection } from '../../platform/web/ui/headed-section.tsx';
import { PageHeading } from '../../platform/web/ui/headings.tsx';
import { ScriptNote } from '../../platform/web/ui/script-note.tsx';
import { definePage, usePageQuery, useRefusal } from '../define-page.ts';

function HistoryPage() {
  const { cursor } = usePageQuery(paths.history);
  const refusal = useRefusal();
  return (
    <div className="mx-auto max-w-measure">
      <PageHeading lead="What you read here, and how far. Nobody else sees it.">
        Reading history
      </PageHeading>
      <ScriptNote todo="change your reading history" />
      <HistoryList cursor={cursor} refusal={refusal} />
      <HeadedSection title="Keep it or not">
        <HistorySwitch />
      </HeadedSection>
    </div>
  );
}

export const page = definePage(paths.history, {
  component: HistoryPage,
  queries: ({ query: { cursor } }) => [historyQuery(cursor), historyChoiceQuery()],
  head: () => ({
    title: 'Reading history',
    description: 'What you read, and how far.',
    canonicalPath: paths.history.to(),
  }),
});
