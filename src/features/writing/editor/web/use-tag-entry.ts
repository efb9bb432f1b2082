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

/** Typed tags: the complete ones, and the one being typed. */
interface Entry {
  readonly tokens: readonly string[];
  readonly typed: string;
}

/** The form's value, including the tag being typed, so that nothing is lost. */
function textOf({ tokens, typed }: Entry): string {
  return joinTags(typed.trim() === '' ? tokens : [...tokens, typed.trim()]);
}

/** The entry with further tags, without duplicates; `typed` replaces the tag being typed. */
function withTags({ tokens }: Entry, added: readonly string[], typed: string): Entry {
  const names = added.map(withoutHash).filter((name) => name !== '');
  return { tokens: distinctTags([...tokens, ...names]), typed };
}

export interface TagEntry extends Entry {
  /** Handles input: each comma completes a tag. */
  readonly type: (text: string) => void;
  /** Completes the tag being typed, or adds a chosen suggestion in its place. */
  readonly complete: (name?: string) => void;
  readonly remove: (token: string) => void;
  /** Puts the last tag back into the input for editing. */
  readonly takeBack: () => void;
  /** The site's tags that start with the typed text. */
  readonly suggestions: readonly string[];
}

/** The form's tags as tokens, including values loaded from outside. */
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
      // The text after the last comma is still being typed.
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
