import { ChangedWords } from './changed-words.tsx';
import { type DiffSegment, diffTexts } from './diff-texts.ts';

/** Lines of unchanged context around a change. */
const contextLines = 2;

/** The context lines of an unchanged segment. */
function nearby(text: string, isFirst: boolean, isLast: boolean): string {
  const lines = text.split('\n');
  const isEnded = lines.at(-1) === '';
  if (isEnded) lines.pop();
  const shown = (isFirst ? 0 : contextLines) + (isLast ? 0 : contextLines);
  if (lines.length <= shown + 1) return text;
  const before = isFirst ? [] : lines.slice(0, contextLines);
  const after = isLast ? [] : lines.slice(-contextLines);
  return `${[...before, '…', ...after].join('\n')}${isEnded ? '\n' : ''}`;
}

interface TextChangesProps {
  readonly before: string;
  readonly after: string;
}

function Change({ before, after }: Extract<DiffSegment, { readonly isSame: false }>) {
  return (
    <>
      {before !== '' && <ChangedWords own={before} other={after} mark="del" />}
      {after !== '' && <ChangedWords own={after} other={before} mark="ins" />}
    </>
  );
}

/** A diff: removed and added text with some context. */
export function TextChanges({ before, after }: TextChangesProps) {
  const segments = diffTexts(before, after);
  if (segments.every(({ isSame }) => isSame)) {
    return <p className="text-sm text-faint">The text was left as it stood.</p>;
  }
  const keyed = segments.map((segment, index) => ({ segment, key: `${index}` }));
  return (
    <section
      aria-label="What changed"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable, or it can't be scrolled by keyboard.
      tabIndex={0}
      dir="auto"
      className="max-h-80 overflow-auto text-sm whitespace-pre-wrap wrap-anywhere"
    >
      {keyed.map(({ segment, key }, index) =>
        segment.isSame ? (
          <span key={key} className="text-faint">
            {nearby(segment.text, index === 0, index === segments.length - 1)}
          </span>
        ) : (
          <Change key={key} {...segment} />
        ),
      )}
    </section>
  );
}
