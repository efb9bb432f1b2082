import { searchMax } from '../../../paths.ts';

const tips = [
  ['bread rye', 'both words, in any order'],
  ['"rye bread"', 'these words as they stand'],
  ['bread -rye', 'without a word'],
  ['author:maya', 'by an author; also author:"Maya Ortiz"'],
  ['tag:bread', 'with a tag'],
  ['before:2026-05', 'published before a day, a month or a year'],
  ['after:2026', 'published then or later'],
] as const;

/** The syntax of a text search. It opens without a script. */
export function SearchTips() {
  return (
    <details className="text-sm text-soft">
      <summary className="inline-flex min-h-target cursor-pointer items-center underline decoration-rule-strong underline-offset-4 hover:text-ink hover:decoration-ink">
        Search tips
      </summary>
      <p className="mt-2 max-w-measure text-pretty">
        Capitals, accents, endings and one typing error don’t matter. In the texts you can ask more
        closely:
      </p>
      <dl className="mt-3 grid max-w-measure grid-cols-[auto_1fr] gap-x-6 gap-y-2">
        {tips.map(([example, means]) => (
          <div key={example} className="contents">
            <dt className="font-semibold text-ink">{example}</dt>
            <dd className="text-pretty">{means}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 max-w-measure text-pretty">{`At most ${searchMax} characters.`}</p>
    </details>
  );
}
