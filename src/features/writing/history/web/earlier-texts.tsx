import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../../platform/web/ui/button.tsx';
import { ErrorNote } from '../../../../platform/web/ui/error-note.tsx';
import { Moment } from '../../../../platform/web/ui/moment.tsx';
import { LoadingIndicator } from '../../../../platform/web/ui/waiting.tsx';
import type { DraftText } from '../../common/contract.ts';
import { TextChanges } from './changes/text-changes.tsx';
import { earlierTextQuery, earlierTextsQuery, type History } from './history-queries.ts';

interface HistoryProps {
  readonly history: History;
  /** Message for an empty history. */
  readonly nothing: string;
  /** Loads a revision into the form. */
  readonly onRestore: (text: DraftText) => void;
}

interface EarlierTextProps extends Pick<HistoryProps, 'history' | 'onRestore'> {
  readonly id: string;
  /** The preceding revision; undefined for the oldest one. */
  readonly idBefore: string | undefined;
}

interface ChangesSinceProps {
  readonly history: History;
  readonly idBefore: string;
  readonly text: string;
}

/** The changes of a revision. */
function ChangesSince({ history, idBefore, text }: ChangesSinceProps) {
  const { data: before, isError, refetch } = useQuery(earlierTextQuery(history, idBefore));
  if (isError) {
    return <ErrorNote onRetry={() => refetch()}>The text before could not be loaded.</ErrorNote>;
  }
  if (!before) return <LoadingIndicator />;
  return <TextChanges before={before.longDescription} after={text} />;
}

function OneText({ history, id, idBefore, onRestore }: EarlierTextProps) {
  const [isWhole, setIsWhole] = useState(idBefore === undefined);
  const { data: text, isError, refetch } = useQuery(earlierTextQuery(history, id));
  if (isError) {
    return <ErrorNote onRetry={() => refetch()}>This text could not be loaded.</ErrorNote>;
  }
  if (!text) return <LoadingIndicator />;
  return (
    <div className="grid gap-3 border-l-2 border-rule pl-4">
      <p dir="auto" className="text-sm text-soft wrap-anywhere">
        {text.shortDescription}
      </p>
      {isWhole || idBefore === undefined ? (
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable, or it can't be scrolled by keyboard.
          tabIndex={0}
          dir="auto"
          className="max-h-80 overflow-auto font-sans text-sm whitespace-pre-wrap"
        >
          {text.longDescription}
        </pre>
      ) : (
        <ChangesSince history={history} idBefore={idBefore} text={text.longDescription} />
      )}
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        {idBefore !== undefined && (
          <Button size="small" look="plain" onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? 'Show what it changed' : 'Show the whole text'}
          </Button>
        )}
        <Button size="small" onClick={() => onRestore(text)}>
          Restore this text
        </Button>
      </div>
    </div>
  );
}

function ListOfTexts({ history, nothing, onRestore }: HistoryProps) {
  const [shown, setShown] = useState<string>();
  const { data: texts, isError, refetch } = useQuery(earlierTextsQuery(history));
  if (!texts && isError) {
    return <ErrorNote onRetry={() => refetch()}>The history could not be loaded.</ErrorNote>;
  }
  if (!texts) return <LoadingIndicator />;
  if (texts.length === 0) return <p className="text-soft">{nothing}</p>;
  return (
    <ul className="divide-y divide-rule">
      {texts.map(({ id, title, wordCount, savedAt, savedBy }, index) => (
        <li key={id} className="grid gap-3 py-4">
          <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
            <bdi className="font-semibold wrap-anywhere">{title || 'Untitled'}</bdi>
            <span className="text-sm text-faint">
              <Moment at={savedAt} />
              {wordCount !== null && `, ${wordCount === 1 ? '1 word' : `${wordCount} words`}`}
              {savedBy && (
                <>
                  , saved by the editor <bdi className="wrap-anywhere">{savedBy}</bdi>
                </>
              )}
            </span>
            <Button
              look="plain"
              size="small"
              aria-expanded={shown === id}
              onClick={() => setShown(shown === id ? undefined : id)}
              className="ml-auto"
            >
              {shown === id ? 'Hide' : 'Show'}
            </Button>
          </div>
          {shown === id && (
            <OneText
              history={history}
              id={id}
              idBefore={texts[index + 1]?.id}
              onRestore={onRestore}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

/** The revisions of a blog or a draft, loaded on demand. */
export function EarlierTexts(props: HistoryProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button aria-expanded={isOpen} className="mb-4" onClick={() => setIsOpen(!isOpen)}>
        {isOpen ? 'Hide earlier texts' : 'Show earlier texts'}
      </Button>
      {isOpen && <ListOfTexts {...props} />}
    </>
  );
}
