import { isoOf } from '../../../../platform/text/iso-of.ts';
import { Button } from '../../../../platform/web/ui/button.tsx';
import { Moment } from '../../../../platform/web/ui/moment.tsx';
import { beginningOf } from '../../common/web/draft-text.ts';
import type { RecoverableDraft } from './keeper/recoverable-drafts.ts';

interface RecoverableListProps {
  readonly recoverable: readonly RecoverableDraft[];
  readonly onRestore: (candidate: RecoverableDraft) => void;
  readonly onDiscard: (candidate: RecoverableDraft) => void;
  /** The last discarded draft, while the discard can be undone. */
  readonly discarded: RecoverableDraft | null;
  readonly onUndo: () => void;
}

/** Recoverable texts, to restore or discard; and the last discarded one, until the person types. */
export function RecoverableList({
  recoverable,
  onRestore,
  onDiscard,
  discarded,
  onUndo,
}: RecoverableListProps) {
  return (
    <div role="status">
      {recoverable.map((candidate) => {
        const place = candidate.origin === 'device' ? 'on this device' : 'on the server';
        return (
          <section
            key={candidate.id}
            aria-label="Unpublished text"
            className="mb-8 border-l-2 border-ink py-1 pl-5"
          >
            <p className="font-semibold">
              You have unpublished text from <Moment at={isoOf(candidate.savedAt)} />
            </p>
            <p className="mt-1 text-sm text-soft">
              “<bdi className="wrap-anywhere">{beginningOf(candidate.text)}</bdi>”, kept {place}.
            </p>
            <div className="mt-3 flex flex-wrap gap-3">
              <Button size="small" onClick={() => onRestore(candidate)}>
                Restore
              </Button>
              <Button size="small" look="danger" onClick={() => onDiscard(candidate)}>
                Discard
              </Button>
            </div>
          </section>
        );
      })}
      {discarded && (
        <p className="mb-8 flex flex-wrap items-center gap-x-4 border-l-2 border-rule pl-5 text-sm text-soft">
          <span className="min-w-0">
            Discarded “<bdi className="wrap-anywhere">{beginningOf(discarded.text)}</bdi>”.
          </span>
          <Button size="small" look="plain" onClick={onUndo}>
            Undo
          </Button>
        </p>
      )}
    </div>
  );
}
