import { wordsOfSide } from './diff-texts.ts';

interface ChangedWordsProps {
  readonly own: string;
  readonly other: string;
  /** The element that marks words that only this side has. */
  readonly mark: 'ins' | 'del';
}

const marks = {
  ins: 'bg-good/15 no-underline',
  del: 'bg-bad/15 line-through decoration-bad',
} as const;

/** One side of a changed segment, with words marked that the other side lacks. */
export function ChangedWords({ own, other, mark: Mark }: ChangedWordsProps) {
  if (own === '') return <span className="text-faint">Nothing</span>;
  let at = 0;
  return wordsOfSide(own, other).map(({ text, isChanged }) => {
    const key = at;
    at += text.length;
    if (!isChanged) return <span key={key}>{text}</span>;
    return (
      <Mark key={key} className={marks[Mark]}>
        {text}
      </Mark>
    );
  });
}
