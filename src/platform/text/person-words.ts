import { fold } from './fold.ts';

/** Longer words are truncated: no search is longer. */
const wordMax = 64;

const cut = (word: string) => [...word].slice(0, wordMax).join('');

/**
 * Search words of a person: each folded word of the name, the e-mail address, and `@` with its domain, which finds all
 * people of that domain.
 */
export function personWords(name: string, email: string): readonly string[] {
  const words = fold(name).match(/[\p{L}\p{N}]+/gu) ?? [];
  const address = fold(email);
  return [...new Set([...words, address, address.slice(address.lastIndexOf('@'))].map(cut))];
}

/** Word prefixes in a search. A part with an `@` is a single word: an address or a domain. */
export function askedPersonWords(search: string): readonly string[] {
  const asked = fold(search)
    .split(/\s+/u)
    .flatMap((part) => (part.includes('@') ? [part] : (part.match(/[\p{L}\p{N}]+/gu) ?? [])));
  return [...new Set(asked.map(cut))];
}
