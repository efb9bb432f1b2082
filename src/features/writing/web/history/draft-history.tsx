import { useId } from 'react';
import { SectionHeading } from '../../../../platform/web/ui/headings.tsx';
import type { BlogEditor } from '../editor/use-blog-editor.ts';
import { EarlierTexts } from './earlier-texts.tsx';
import { historyOfDraft } from './history-queries.ts';

interface DraftHistoryProps {
  readonly editor: BlogEditor;
  readonly draftKey: string;
}

/** How a draft was before, each of which can be had back; what stands in the form then is offered. */
export function DraftHistory({ editor, draftKey }: DraftHistoryProps) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="mt-14">
      <SectionHeading id={headingId}>History</SectionHeading>
      <EarlierTexts
        history={historyOfDraft(draftKey)}
        nothing="There are no earlier texts yet: one is kept every ten minutes of writing, and before much is taken away."
        onRestore={(text) => {
          editor.keeper.replace(text);
          editor.showKept();
          editor.form.setFocus('title');
        }}
      />
    </section>
  );
}
