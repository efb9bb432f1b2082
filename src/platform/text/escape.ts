const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text for HTML, as content or within a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** What could end a `<script>`, start a comment there, or end a line of it: each as JSON writes a character by number. */
const escapes = ['<', '>', '&', '\u2028', '\u2029'].map(
  (character) =>
    [character, `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`] as const,
);

/** A value as JSON that can stand inside `<script>`: nothing in it can end the element or start a comment. */
export function escapeJson(value: unknown): string {
  // A pass for each, by the engine itself: a function that is called for each character takes twice as long.
  return escapes.reduce(
    (json, [character, written]) => json.replaceAll(character, written),
    JSON.stringify(value),
  );
}
