const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** Characters that could end a `<script>`, start a comment in it, or end a line, with their JSON escapes. */
const escapes = ['<', '>', '&', '\u2028', '\u2029'].map(
  (character) =>
    [character, `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`] as const,
);

/** JSON that is safe inside `<script>`: it can neither end the element nor start a comment. */
export function escapeJson(value: unknown): string {
  // One native pass per character: a callback per character takes twice as long.
  return escapes.reduce(
    (json, [character, written]) => json.replaceAll(character, written),
    JSON.stringify(value),
  );
}
