import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { blogCardQuery } from '../../../blog/web/blog-queries.ts';
import { Problem } from '../../../platform/contract/problems.ts';
import { chosenMax } from '../../../platform/site/own-settings.ts';
import { Button } from '../../../platform/web/ui/button.tsx';
import { TextField } from '../../../platform/web/ui/forms/field.tsx';
import { useSingleFlight } from '../../../platform/web/use-single-flight.ts';
import { moved } from './moved.ts';

interface ChosenBlogsProps {
  readonly ids: readonly string[];
  readonly error: string | undefined;
  readonly onIds: (ids: readonly string[]) => void;
}

interface ChosenBlogProps {
  readonly id: string;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
}

function ChosenBlog({ id, isFirst, isLast, onMove, onRemove }: ChosenBlogProps) {
  const { data, isError } = useQuery(blogCardQuery(id));
  const title = data?.title ?? (isError ? 'A blog that is not available' : '…');
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-rule py-2">
      <span dir="auto" className="min-w-0 grow basis-48 wrap-anywhere">
        {title}
      </span>
      <Button
        size="small"
        aria-label={`Up: ${title}`}
        disabled={isFirst}
        onClick={() => onMove(-1)}
      >
        <ArrowUp aria-hidden="true" size={16} />
      </Button>
      <Button
        size="small"
        aria-label={`Down: ${title}`}
        disabled={isLast}
        onClick={() => onMove(1)}
      >
        <ArrowDown aria-hidden="true" size={16} />
      </Button>
      <Button size="small" look="plain" aria-label={`Remove: ${title}`} onClick={onRemove}>
        Remove
      </Button>
    </li>
  );
}

/** Matches the id in the address of a blog, or an id alone. */
const idIn = /[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}/i;

/** The featured blogs that the owner chose, in display order; each is added by its address. */
export function ChosenBlogs({ ids, error, onIds }: ChosenBlogsProps) {
  const queries = useQueryClient();
  const headingId = useId();
  const [address, setAddress] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const isFull = ids.length >= chosenMax;

  const { isPending, run: add } = useSingleFlight(async () => {
    const id = idIn.exec(address)?.[0].toLowerCase();
    if (id === undefined) return setRefusal('Paste the address of a blog of this site.');
    if (ids.includes(id)) return setRefusal('This blog is chosen already.');
    try {
      await queries.fetchQuery(blogCardQuery(id));
    } catch (reason) {
      const isGone = reason instanceof Problem && reason.status === 404;
      return setRefusal(isGone ? 'There is no such blog.' : 'The site could not be reached.');
    }
    onIds([...ids, id]);
    setAddress('');
    setRefusal(undefined);
    field.current?.focus();
  });

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    // Otherwise Enter would submit the settings form.
    event.preventDefault();
    void add();
  }

  function remove(id: string) {
    onIds(ids.filter((one) => one !== id));
    field.current?.focus();
  }

  return (
    <section aria-labelledby={headingId} className="grid gap-4">
      <h3 id={headingId} className="text-sm font-semibold">
        Chosen blogs, the first one first
      </h3>
      {ids.length > 0 && (
        <ol className="border-t border-rule">
          {ids.map((id, index) => (
            <ChosenBlog
              key={id}
              id={id}
              isFirst={index === 0}
              isLast={index === ids.length - 1}
              onMove={(by) => onIds(moved(ids, index, by))}
              onRemove={() => remove(id)}
            />
          ))}
        </ol>
      )}
      <div className="grid items-start gap-3 sm:grid-cols-[1fr_auto]">
        <TextField
          ref={field}
          label="Address of a blog"
          inputMode="url"
          autoComplete="off"
          placeholder="/blog/…"
          value={address}
          disabled={isFull}
          error={refusal ?? error}
          hint={isFull ? `${chosenMax} is as many as there can be.` : undefined}
          onChange={({ target }) => setAddress(target.value)}
          onKeyDown={onKeyDown}
        />
        <Button
          className="sm:mt-7"
          disabled={isFull}
          aria-disabled={isPending}
          onClick={() => void add()}
        >
          Add
        </Button>
      </div>
    </section>
  );
}
