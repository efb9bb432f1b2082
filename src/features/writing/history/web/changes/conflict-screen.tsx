import { useEffect, useId, useRef, useState } from 'react';
import { blogFields, fieldNames } from '../../../../../blog/fields.ts';
import { Button } from '../../../../../platform/web/ui/button.tsx';
import { tickClass } from '../../../../../platform/web/ui/forms/tick.ts';
import type { DraftText } from '../../../common/contract.ts';
import { ChangedWords } from './changed-words.tsx';
import { comparisonOf, type Hunk, mergedText, type Side } from './merge-texts.ts';

interface HunkChoiceProps {
  readonly hunk: Hunk;
  readonly name: string;
  readonly side: Side;
  readonly onChoose: (side: Side) => void;
}

function HunkChoice({ hunk, name, side, onChoose }: HunkChoiceProps) {
  const { field, mine, newest } = hunk;
  const group = useId();
  const choice = (value: Side, label: string) => (
    <label className="flex min-h-11 cursor-pointer items-center gap-2 text-sm font-semibold">
      <input
        type="radio"
        name={group}
        checked={side === value}
        onChange={() => onChoose(value)}
        className={`${tickClass} size-5`}
      />
      {label}
    </label>
  );
  const text = 'mt-1 max-h-80 overflow-auto text-sm whitespace-pre-wrap wrap-anywhere';
  return (
    <fieldset className="min-w-0 border-l-2 border-rule-strong pl-4">
      <legend className="float-left mb-2 w-full text-sm text-faint">{name}</legend>
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
        {blogFields[field].kind === 'markdown' && mine !== '' && newest !== '' && (
          <div className="border-t border-rule md:col-span-2">
            {choice('both', 'Both, the newest first')}
          </div>
        )}
      </div>
    </fieldset>
  );
}

/** The name of each hunk, which tells those of one field apart. */
function namesOf(hunks: readonly Hunk[]): readonly string[] {
  return hunks.map(({ field }, index) => {
    const name = `${index + 1}. ${blogFields[field].label}`;
    const isSame = (hunk: Hunk) => hunk.field === field;
    const count = hunks.filter(isSame).length;
    const part = hunks.slice(0, index + 1).filter(isSame).length;
    return count === 1 ? name : `${name}, part ${part} of ${count}`;
  });
}

function asPlainText(text: DraftText): string {
  return fieldNames.map((name) => `${blogFields[name].label}:\n${text[name]}`).join('\n\n');
}

function CopyButton({
  text,
  describedBy,
}: {
  readonly text: string;
  readonly describedBy: string;
}) {
  const [result, setResult] = useState('');
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setResult('Copied');
    } catch {
      setResult('The browser did not allow it; please select the text instead.');
    }
  }
  return (
    <>
      <Button look="plain" size="small" aria-describedby={describedBy} onClick={() => void copy()}>
        Copy
      </Button>
      <span role="status" className="text-sm text-faint">
        {result}
      </span>
    </>
  );
}

interface WholeTextProps {
  readonly title: string;
  readonly text: DraftText;
  readonly other: DraftText;
  readonly choice: string;
  readonly isPending: boolean;
  readonly onChoose: () => void;
}

function WholeText({ title, text, other, choice, isPending, onChoose }: WholeTextProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="min-w-0">
      <h3 id={titleId} className="font-display text-xl font-medium">
        {title}
      </h3>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button size="small" aria-disabled={isPending} onClick={onChoose}>
          {choice}
        </Button>
        <CopyButton text={asPlainText(text)} describedBy={titleId} />
      </div>
      <dl className="mt-4 grid gap-3">
        {fieldNames
          .filter((name) => text[name] !== '' || other[name] !== '')
          .map((name) => (
            <div
              key={name}
              className={`border-l-2 pl-3 ${text[name] === other[name] ? 'border-rule' : 'border-ink'}`}
            >
              <dt className="text-sm font-semibold">
                {blogFields[name].label}
                {text[name] !== other[name] && <span className="text-ink"> differs</span>}
              </dt>
              <dd dir="auto" className="mt-1 text-sm whitespace-pre-wrap text-soft wrap-anywhere">
                {text[name]}
              </dd>
            </div>
          ))}
      </dl>
    </section>
  );
}

interface PlacesProps extends Pick<ConflictScreenProps, 'base' | 'mine' | 'newest' | 'isPending'> {
  readonly onPublish: (text: DraftText) => void;
}

/** All hunks, each with the choice of a side. */
function Places({ base, mine, newest, isPending, onPublish }: PlacesProps) {
  const [comparison] = useState(() => comparisonOf(base, mine, newest));
  const [sides, setSides] = useState<readonly Side[]>(() =>
    comparison.hunks.map(({ suggested }) => suggested),
  );
  const names = namesOf(comparison.hunks);
  const named = comparison.hunks.map((hunk, index) => ({ hunk, name: names[index] ?? '' }));
  return (
    <div className="mb-14 grid gap-8">
      {named.map(({ hunk, name }, index) => (
        <HunkChoice
          key={name}
          hunk={hunk}
          name={name}
          side={sides[index] ?? 'mine'}
          onChoose={(side) => setSides(sides.with(index, side))}
        />
      ))}
      <div>
        <Button
          look="primary"
          aria-disabled={isPending}
          onClick={() => onPublish(mergedText(comparison, sides))}
        >
          Publish what is chosen
        </Button>
      </div>
    </div>
  );
}

interface ConflictScreenProps {
  /** The common base of both texts. */
  readonly base: DraftText;
  readonly mine: DraftText;
  readonly newest: DraftText;
  readonly isPending: boolean;
  readonly onPublish: (text: DraftText) => void;
  readonly onKeepMine: () => void;
  readonly onTakeNewest: () => void;
}

/** Edit conflict: the blog was saved since it was opened. Shows the differences and the choice of sides. */
export function ConflictScreen(props: ConflictScreenProps) {
  const { mine, newest, isPending, onKeepMine, onTakeNewest } = props;
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => heading.current?.focus(), []);

  return (
    <div>
      <h2 ref={heading} tabIndex={-1} className="font-display text-2xl font-medium text-balance">
        This blog was saved elsewhere since you opened it
      </h2>
      <p className="mt-2 mb-8 max-w-measure text-soft">
        Choose a side for each place, or one text as a whole. Nothing is lost: what you don’t choose
        stays, in the history or as unpublished text on this device.
      </p>
      <Places {...props} />
      <div className="grid gap-10 md:grid-cols-2">
        <WholeText
          title="Your text"
          text={mine}
          other={newest}
          choice="Publish mine"
          isPending={isPending}
          onChoose={onKeepMine}
        />
        <WholeText
          title="The newest text"
          text={newest}
          other={mine}
          choice="Continue with the newest"
          isPending={isPending}
          onChoose={onTakeNewest}
        />
      </div>
    </div>
  );
}
