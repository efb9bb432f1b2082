import type { ForeignPerson } from '../foreign.ts';

/** A syntactically valid e-mail address, in lower case; undefined for any other text. */
export function emailOf(given: string | undefined): string | undefined {
  const email = given?.trim().toLowerCase() ?? '';
  return email.length <= 254 &&
    /^[^\s@<>",;:()[\]\\]+@[^\s@<>",;:()[\]\\]+\.[^\s@.<>",;:()[\]\\]+$/.test(email)
    ? email
    : undefined;
}

/** The first name that isn't empty; of an e-mail address only the part before the @. */
export function nameOf(...given: readonly (string | undefined)[]): string {
  for (const one of given) {
    const name = one?.replace(/\s+/g, ' ').trim() ?? '';
    const shown = emailOf(name) ? name.slice(0, name.indexOf('@')) : name;
    if (shown) return shown;
  }
  return '';
}

/** Removes duplicates: by e-mail address, else by name. */
export function uniquePeople(people: readonly ForeignPerson[]): readonly ForeignPerson[] {
  const seen = new Map<string, ForeignPerson>();
  for (const person of people) {
    const key = person.email ?? person.name.toLowerCase();
    if (person.name && !seen.has(key)) seen.set(key, person);
  }
  return [...seen.values()];
}
