import { fold } from './fold.ts';

/** Longer words are known by their beginning: nobody types more. */
const wordMax = 64;

const cut = (word: string) => [...word].slice(0, wordMax).join('');

/**
 * The words by which a person is found: each word of their name, folded, their e-mail address, and its domain with an `@`
 * before it, which finds everybody of that domain.
 */
export function personWords(name: string, email: string): readonly string[] {
  const words = fold(name).match(/[\p{L}\p{N}]+/gu) ?? [];
  const address = fold(email);
  return [...new Set([...words, address, address.slice(address.lastIndexOf('@'))].map(cut))];
}

/** The beginnings of words that a search asks for. What holds an `@` is one: an address, or a domain. */
export function askedPersonWords(search: string): readonly string[] {
  const asked = fold(search)
    .split(/\s+/u)
    .flatMap((part) => (part.includes('@') ? [part] : (part.match(/[\p{L}\p{N}]+/gu) ?? [])));
  return [...new Set(asked.map(cut))];
}
