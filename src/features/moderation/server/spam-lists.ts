import { domainToASCII } from 'node:url';
import { toNfkc } from '../../../platform/text/normal-form.ts';

/** Words and hosts that send a text to review. */
export interface SpamLists {
  /** The first listed word or host in a text; undefined without one. */
  find(text: string): string | undefined;
}

/** Scripts without spaces between words begin here: their entries match anywhere in a text. */
const unspacedFrom = 0x2e80;

/** Removes invisible characters: they would split a word for the matcher, but not for a reader. */
function folded(text: string): string {
  return toNfkc(text)
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase();
}

/** Normalizes host names in a folded text as browsers do: `%2e` and the ideographic full stop are dots there. */
function withPlainHosts(text: string): string {
  return text
    .replaceAll('\u3002', '.')
    .replace(/%[2-7][\da-f]/g, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));
}

/**
 * Whether a character is part of a word: ASCII digits and letters, and all beyond Latin-1's signs except punctuation
 * and symbols.
 */
function isOfWord(code: number): boolean {
  if (code < 0x80) return (code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x7a);
  return code >= 0xaa && !(code >= 0x2000 && code <= 0x2bff) && !(code >= 0x3000 && code <= 0x303f);
}

/** The words of a folded text, in order. */
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

/** Candidates for host names: word characters with a dot between them. */
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

/** Maximum length of a host name. */
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

/** A host and its parent domains. */
function* withParents(host: string): Generator<string> {
  for (let at = 0; at >= 0; ) {
    yield host.slice(at);
    const dot = host.indexOf('.', at);
    at = dot < 0 ? -1 : dot + 1;
  }
}

/** Words of an entry that are compared; longer phrases are not expected. */
const phraseMax = 8;

/** Splits entries into phrases, with the phrase lengths by first word, and entries in unspaced scripts. */
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
 * Finds listed words, whole and in any case, and listed hosts with their subdomains. It scans a text once, without
 * regular expressions for the entries: a text of a mebibyte takes some tens of milliseconds, however long the lists
 * are.
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
