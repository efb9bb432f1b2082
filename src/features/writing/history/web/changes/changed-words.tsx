import { wordsOfSide } from './diff-texts.ts';

interface ChangedWordsProps {
  readonly own: string;
  readonly other: string;
  /** How what only this side has is marked. */
  readonly mark: 'ins' | 'del';
}

const marks = {
  ins: 'bg-good/15 no-underline',
  del: 'bg-bad/15 line-through decoration-bad',
} as const;

/** One side of a changed segment, with what the other doesn't have marked. */
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
