import { useId } from 'react';
import { blogFields } from '../../../../../blog/fields.ts';
import { ChangedWords } from './changed-words.tsx';
import type { Hunk, Side } from './merge-texts.ts';

interface HunkChoiceProps {
  readonly hunk: Hunk;
  readonly number: number;
  readonly side: Side;
  readonly onChoose: (side: Side) => void;
}

/** A hunk with the choice of its side. */
export function HunkChoice({ hunk, number, side, onChoose }: HunkChoiceProps) {
  const { field, mine, newest } = hunk;
  const name = useId();
  const choice = (value: Side, label: string) => (
    <label className="flex min-h-11 cursor-pointer items-center gap-2 text-sm font-semibold">
      <input
        type="radio"
        name={name}
        checked={side === value}
        onChange={() => onChoose(value)}
        className="size-4 accent-accent"
      />
      {label}
    </label>
  );
  const text = 'mt-1 max-h-80 overflow-auto text-sm whitespace-pre-wrap wrap-anywhere';
  return (
    <fieldset className="min-w-0 border-l-2 border-rule-strong pl-4">
      <legend className="float-left mb-2 w-full text-sm text-faint">
        {number}. {blogFields[field].label}
      </legend>
      <div className="clear-both grid gap-x-10 gap-y-4 md:grid-cols-2">
        <div className="min-w-0">
          {choice('mine', 'Yours')}
          <p dir="auto" className={text}>
            <ChangedWords own={mine} other={newest} mark="ins" />
          </p>
        </div>
        <div className="min-w-0">
          {choice('newest', 'The newest')}
          <p dir="auto" className={text}>
            <ChangedWords own={newest} other={mine} mark="ins" />
          </p>
        </div>
      </div>
      {blogFields[field].kind === 'markdown' &&
        mine !== '' &&
        newest !== '' &&
        choice('both', 'Both, the newest first')}
    </fieldset>
  );
}
