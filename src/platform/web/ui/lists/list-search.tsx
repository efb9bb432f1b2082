import type { FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../button.tsx';

interface ListSearchProps {
  /** Label of the search, such as `Search by address`. */
  readonly label: string;
  /** The placeholder; the label by default. */
  readonly placeholder?: string;
  /** The search in the address. */
  readonly search: string;
  /** Maximum length in characters. */
  readonly max: number;
  /** Builds the address of a search. */
  readonly to: (search: string) => string;
  readonly path: string;
  readonly hidden?: Readonly<Record<string, string>>;
  /** Its width: that of a text by default. */
  readonly className?: string;
}

/** Filters a list; its state is in the address, and the form works without JavaScript. */
export function ListSearch(props: ListSearchProps) {
  const { label, placeholder = label, search, max, to, path, hidden = {} } = props;
  const { className = 'max-w-measure' } = props;
  const navigate = useNavigate();

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const asked = new FormData(event.currentTarget).get('search');
    void navigate(to(String(asked ?? '').trim()), { preventScrollReset: true });
  }

  return (
    <search className={className}>
      <form action={path} className="flex gap-2" onSubmit={onSubmit}>
        {Object.entries(hidden).map(([name, value]) =>
          value === '' ? null : <input key={name} type="hidden" name={name} value={value} />,
        )}
        <input
          // Resets the input when the search in the address changes.
          key={search}
          type="search"
          name="search"
          aria-label={label}
          placeholder={placeholder}
          defaultValue={search}
          maxLength={max}
          enterKeyHint="search"
          className="min-h-11 w-full min-w-0 rounded-sm border border-rule-strong bg-raised px-3 text-base placeholder:text-faint hover:border-ink [&::-webkit-search-cancel-button]:hidden"
        />
        <Button type="submit">Search</Button>
      </form>
    </search>
  );
}
