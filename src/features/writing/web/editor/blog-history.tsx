import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../../platform/web/ui/button.tsx';
import { ErrorNote } from '../../../../platform/web/ui/error-note.tsx';
import { Moment } from '../../../../platform/web/ui/moment.tsx';
import { LoadingIndicator } from '../../../../platform/web/ui/waiting.tsx';
import type { DraftText } from '../../draft-contract.ts';
import { TextChanges } from '../changes/text-changes.tsx';
import { textOf } from '../drafts/draft-text.ts';
import { blogRevisionQuery, blogRevisionsQuery } from '../writing-queries.ts';

interface HistoryProps {
  readonly blogId: string;
  /** Puts an earlier text into the form. */
  readonly onRestore: (text: DraftText) => void;
}

interface EarlierTextProps extends HistoryProps {
  readonly version: number;
  /** The version before; undefined for the oldest that is kept. */
  readonly versionBefore: number | undefined;
}

interface ChangesSinceProps {
  readonly blogId: string;
  readonly versionBefore: number;
  readonly text: string;
}

/** What a version changed. */
function ChangesSince({ blogId, versionBefore, text }: ChangesSinceProps) {
  const { data: before, isError, refetch } = useQuery(blogRevisionQuery(blogId, versionBefore));
  if (isError) {
    return <ErrorNote onRetry={() => refetch()}>The text before could not be loaded.</ErrorNote>;
  }
  if (!before) return <LoadingIndicator />;
  return <TextChanges before={before.longDescription} after={text} />;
}

function EarlierText({ blogId, version, versionBefore, onRestore }: EarlierTextProps) {
  const [isWhole, setIsWhole] = useState(versionBefore === undefined);
  const { data: revision, isError, refetch } = useQuery(blogRevisionQuery(blogId, version));
  if (isError) {
    return <ErrorNote onRetry={() => refetch()}>This text could not be loaded.</ErrorNote>;
  }
  if (!revision) return <LoadingIndicator />;
  return (
    <div className="grid gap-3 border-l-2 border-rule pl-4">
      <p dir="auto" className="text-sm text-soft wrap-anywhere">
        {revision.shortDescription}
      </p>
      {isWhole || versionBefore === undefined ? (
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard.
          tabIndex={0}
          dir="auto"
          className="max-h-80 overflow-auto font-sans text-sm whitespace-pre-wrap"
        >
          {revision.longDescription}
        </pre>
      ) : (
        <ChangesSince
          blogId={blogId}
          versionBefore={versionBefore}
          text={revision.longDescription}
        />
      )}
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        {versionBefore !== undefined && (
          <Button size="small" look="plain" onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? 'Show what it changed' : 'Show the whole text'}
          </Button>
        )}
        <Button size="small" onClick={() => onRestore(textOf(revision))}>
          Restore this text
        </Button>
      </div>
    </div>
  );
}

function EarlierTexts({ blogId, onRestore }: HistoryProps) {
  const [shown, setShown] = useState<number>();
  const { data: revisions, isError, refetch } = useQuery(blogRevisionsQuery(blogId));
  if (!revisions && isError) {
    return <ErrorNote onRetry={() => refetch()}>The history could not be loaded.</ErrorNote>;
  }
  if (!revisions) return <LoadingIndicator />;
  if (revisions.length === 0) {
    return (
      <p className="text-soft">There are no earlier texts: each update keeps the one before.</p>
    );
  }
  return (
    <ul className="divide-y divide-rule">
      {revisions.map(({ version, title, wordCount, savedAt }, index) => (
        <li key={version} className="grid gap-3 py-4">
          <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
            <bdi className="font-semibold wrap-anywhere">{title}</bdi>
            <span className="text-sm text-faint">
              <Moment at={savedAt} />, {wordCount === 1 ? '1 word' : `${wordCount} words`}
            </span>
            <Button
              look="plain"
              size="small"
              aria-expanded={shown === version}
              onClick={() => setShown(shown === version ? undefined : version)}
              className="ml-auto"
            >
              {shown === version ? 'Hide' : 'Show'}
            </Button>
          </div>
          {shown === version && (
            <EarlierText
              blogId={blogId}
              version={version}
              versionBefore={revisions[index + 1]?.version}
              onRestore={onRestore}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

/** The earlier texts of a blog, loaded when somebody looks. */
export function BlogHistory(props: HistoryProps) {
  const [isOpen, setIsOpen] = useState(false);
  if (isOpen) return <EarlierTexts {...props} />;
  return <Button onClick={() => setIsOpen(true)}>Show earlier texts</Button>;
}
