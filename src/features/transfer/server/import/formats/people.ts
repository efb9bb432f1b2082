import type { ForeignPerson } from '../foreign.ts';

/** An address for letters that looks like one, in small letters; undefined for anything else. */
export function emailOf(given: string | undefined): string | undefined {
  const email = given?.trim().toLowerCase() ?? '';
  return email.length <= 254 &&
    /^[^\s@<>",;:()[\]\\]+@[^\s@<>",;:()[\]\\]+\.[^\s@.<>",;:()[\]\\]+$/.test(email)
    ? email
    : undefined;
}

/** The first of the names that says something; of an address for letters only what stands before the @. */
export function nameOf(...given: readonly (string | undefined)[]): string {
  for (const one of given) {
    const name = one?.replace(/\s+/g, ' ').trim() ?? '';
    const shown = emailOf(name) ? name.slice(0, name.indexOf('@')) : name;
    if (shown) return shown;
  }
  return '';
}

/** Each person once: by the address, else by the name. */
export function eachOnce(people: readonly ForeignPerson[]): readonly ForeignPerson[] {
  const seen = new Map<string, ForeignPerson>();
  for (const person of people) {
    const key = person.email ?? person.name.toLowerCase();
    if (person.name && !seen.has(key)) seen.set(key, person);
  }
  return [...seen.values()];
}
