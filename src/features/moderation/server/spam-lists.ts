import { domainToASCII } from 'node:url';
import { toNfkc } from '../../../platform/text/normal-form.ts';

/** What no text of an account may hold without being looked at. */
export interface SpamLists {
  /** The first word or host of a list that a text holds; undefined where it holds none. */
  find(text: string): string | undefined;
}

/** Scripts whose words have no blanks between them begin here: what is listed of them is looked for anywhere. */
const unspacedFrom = 0x2e80;

/** What isn't drawn is left out: it would part a word for us and for nobody who reads it. */
function folded(text: string): string {
  return toNfkc(text)
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase();
}

/** A folded text with its names of hosts as browsers read them: `%2e` and the full stop of Chinese are dots there. */
function withPlainHosts(text: string): string {
  return text
    .replaceAll('\u3002', '.')
    .replace(/%[2-7][\da-f]/g, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));
}

/** Whether a character belongs to a word: letters differ by case or lie beyond the signs of Latin. */
function isOfWord(code: number): boolean {
  if (code < 0x80) return (code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x7a);
  return code >= 0xaa && !(code >= 0x2000 && code <= 0x2bff) && !(code >= 0x3000 && code <= 0x303f);
}

/** The words of a folded text, one after the other. */
function* wordsOf(text: string): Generator<string> {
  let start = -1;
  for (let index = 0; index <= text.length; index += 1) {
    const isInside = index < text.length && isOfWord(text.charCodeAt(index));
    if (isInside && start < 0) start = index;
    if (!isInside && start >= 0) {
      yield text.slice(start, index);
      start = -1;
    }
  }
}

function isOfHost(code: number): boolean {
  return isOfWord(code) || code === 0x2d || code === 0x2e;
}

/** What could be names of hosts: letters with a dot between them. */
function* hostsOf(text: string): Generator<string> {
  let start = -1;
  let hasDot = false;
  for (let index = 0; index <= text.length; index += 1) {
    const code = index < text.length ? text.charCodeAt(index) : 0;
    const isInside = isOfHost(code);
    if (isInside && start < 0) start = index;
    if (isInside && code === 0x2e) hasDot = true;
    if (isInside || start < 0) continue;
    if (hasDot) yield text.slice(start, index);
    start = -1;
    hasDot = false;
  }
}

/** Longer is no name of a host. */
const hostMax = 253;

function asciiOf(host: string): string {
  const bare = host.replaceAll('..', '.');
  const trimmed = bare.startsWith('.') ? bare.slice(1) : bare;
  const name = trimmed.endsWith('.') ? trimmed.slice(0, -1) : trimmed;
  if (name.length > hostMax) return '';
  for (let index = 0; index < name.length; index += 1) {
    if (name.charCodeAt(index) >= 0x80) return domainToASCII(name);
  }
  return name;
}

/** A host and those above it. */
function* withParents(host: string): Generator<string> {
  for (let at = 0; at >= 0; ) {
    yield host.slice(at);
    const dot = host.indexOf('.', at);
    at = dot < 0 ? -1 : dot + 1;
  }
}

/** Words of an entry that are compared; nobody lists a longer phrase. */
const phraseMax = 8;

/** The entries as phrases, and how many words those have that begin with a word; of unspaced scripts apart. */
function arrange(entries: readonly string[]) {
  const phrases = new Set<string>();
  const lengths = new Map<string, Set<number>>();
  const unspaced: string[] = [];
  for (const entry of entries) {
    const text = folded(entry).trim();
    if ([...text].some((letter) => (letter.codePointAt(0) ?? 0) >= unspacedFrom)) {
      unspaced.push(text);
      continue;
    }
    const words = [...wordsOf(text)].slice(0, phraseMax);
    const [first] = words;
    if (first === undefined) continue;
    phrases.add(words.join(' '));
    lengths.set(first, (lengths.get(first) ?? new Set()).add(words.length));
  }
  return { phrases, lengths, unspaced };
}

/**
 * Looks for listed words, whole and in any case, and for listed hosts and those below them. It walks along a text once, so
 * that a text of a mebibyte takes some tens of milliseconds however long the lists are; no expression is made of them.
 */
export function createSpamLists({
  words,
  hosts,
}: {
  readonly words: readonly string[];
  readonly hosts: readonly string[];
}): SpamLists {
  const { phrases, lengths, unspaced } = arrange(words);
  const listedHosts = new Set(hosts.map((host) => asciiOf(folded(host).trim())));

  function findWord(text: string): string | undefined {
    const entry = unspaced.find((part) => text.includes(part));
    if (entry !== undefined || phrases.size === 0) return entry;
    const last: string[] = [];
    for (const word of wordsOf(text)) {
      last.push(word);
      if (last.length > phraseMax) last.shift();
      for (let start = 0; start < last.length; start += 1) {
        const count = last.length - start;
        if (!lengths.get(last[start] ?? '')?.has(count)) continue;
        const phrase = last.slice(start).join(' ');
        if (phrases.has(phrase)) return phrase;
      }
    }
    return undefined;
  }

  function findHost(text: string): string | undefined {
    if (listedHosts.size === 0) return undefined;
    for (const host of hostsOf(withPlainHosts(text))) {
      for (const name of withParents(asciiOf(host))) if (listedHosts.has(name)) return name;
    }
    return undefined;
  }

  return {
    find(text) {
      const given = folded(text);
      return findWord(given) ?? findHost(given);
    },
  };
}
