/** One element of `Forwarded` (RFC 7239), values without their quotes. */
export type ForwardedHop = Readonly<Record<string, string>>;

/** Splits at a separator outside of quotes; undefined if a quote isn't closed. */
function splitUnquoted(text: string, sign: string): readonly string[] | undefined {
  const parts: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const char = text[index];
    if (isQuoted && char === '\\') index += 1;
    else if (char === '"') isQuoted = !isQuoted;
    else if (char === sign && !isQuoted) {
      parts.push(text.slice(start, index));
      start = index + 1;
    }
  }
  return isQuoted ? undefined : [...parts, text.slice(start)];
}

function unquote(value: string): string {
  const isQuoted = value.length >= 2 && value.startsWith('"') && value.endsWith('"');
  return isQuoted ? value.slice(1, -1).replace(/\\(.)/g, '$1') : value;
}

/** The elements of a `Forwarded` header in its order, nearest last; none if it is invalid. */
export function readForwarded(header: string): readonly ForwardedHop[] {
  const hops = splitUnquoted(header, ',') ?? [];
  return hops.map((hop) => {
    const pairs = (splitUnquoted(hop, ';') ?? []).map((pair) => {
      const sign = pair.indexOf('=');
      const name = pair.slice(0, Math.max(sign, 0)).trim().toLowerCase();
      return [name, unquote(pair.slice(sign + 1).trim())] as const;
    });
    return Object.fromEntries(pairs);
  });
}
