import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { BlogText } from '../../../../blog/blog-text.ts';
import { tagSuggestions } from '../../../../blog/tag-suggestions.ts';
import {
  distinctTags,
  joinTags,
  splitTags,
  tagKey,
  tagKeyMax,
  withoutHash,
} from '../../../../blog/tags.ts';
import { endpointQuery } from '../../../../platform/web/endpoint-query.ts';
import type { DraftText } from '../../common/contract.ts';

/** Tags as they are typed: those that are complete, and the one that is being written. */
interface Entry {
  readonly tokens: readonly string[];
  readonly typed: string;
}

/** What the form holds: the tag that is being written is part of it, so that nothing of it is lost. */
function textOf({ tokens, typed }: Entry): string {
  return joinTags(typed.trim() === '' ? tokens : [...tokens, typed.trim()]);
}

/** The entry with these tags behind its own, each once; what was being written is replaced by `typed`. */
function withTags({ tokens }: Entry, added: readonly string[], typed: string): Entry {
  const names = added.map(withoutHash).filter((name) => name !== '');
  return { tokens: distinctTags([...tokens, ...names]), typed };
}

export interface TagEntry extends Entry {
  /** Takes what stands in the field: each comma ends a tag. */
  readonly type: (text: string) => void;
  /** Makes a tag of what is being written, or of a name that was chosen in its place. */
  readonly complete: (name?: string) => void;
  readonly remove: (token: string) => void;
  /** Has the last tag written anew. */
  readonly takeBack: () => void;
  /** Tags of the site that begin with what is being written. */
  readonly suggestions: readonly string[];
}

/** The tags of a form as tokens; what comes into the form otherwise is shown as tokens as well. */
export function useTagEntry(form: UseFormReturn<DraftText, unknown, BlogText>): TagEntry {
  const value = useWatch({ control: form.control, name: 'tags' });
  const [own, setOwn] = useState<Entry>({ tokens: [], typed: '' });
  const entry = textOf(own) === value ? own : { tokens: distinctTags(splitTags(value)), typed: '' };
  const { tokens, typed } = entry;

  function set(next: Entry, shouldValidate: boolean): void {
    setOwn(next);
    const options = { shouldDirty: true, shouldTouch: true, shouldValidate };
    form.setValue('tags', textOf(next), options);
  }

  const prefix = useDeferredValue(typed.trim());
  const { data = [] } = useQuery({
    ...endpointQuery(['tag-suggestions', prefix], tagSuggestions, { query: { prefix } }),
    enabled: prefix !== '' && prefix.length <= tagKeyMax,
  });
  const taken = new Set(tokens.map(tagKey));

  return {
    ...entry,
    type(text) {
      const parts = splitTags(text);
      // What stands behind the last comma is still being written.
      const isOpen = parts.length > 0 && text.trimEnd().endsWith(parts.at(-1) ?? '');
      const rest = isOpen ? text.slice(text.lastIndexOf(parts.at(-1) ?? '')) : '';
      const complete = isOpen ? parts.slice(0, -1) : parts;
      set(withTags(entry, complete, rest), complete.length > 0);
    },
    complete: (name = typed) => set(withTags(entry, splitTags(name), ''), true),
    remove: (token) => set({ tokens: tokens.filter((one) => one !== token), typed }, true),
    takeBack() {
      const last = tokens.at(-1);
      if (last !== undefined) set({ tokens: tokens.slice(0, -1), typed: last }, true);
    },
    suggestions:
      typed.trim() === '' ? [] : data.flatMap(({ tag, name }) => (taken.has(tag) ? [] : name)),
  };
}
