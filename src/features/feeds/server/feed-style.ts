/**
 * Style of RSS and Atom in a browser: shows the note for visitors and the entries' titles, dates and summaries; hides
 * all other elements. Element names are those of both formats.
 */
export const feedStyleText = `@namespace h "http://www.w3.org/1999/xhtml";
rss, feed {
  display: block;
  max-width: 42rem;
  margin: 0 auto;
  padding: 2rem 1.25rem 4rem;
  background: #faf7f1;
  color: #231f1a;
  color-scheme: light dark;
  font: 1.0625rem/1.55 Georgia, "Times New Roman", serif;
  overflow-wrap: anywhere;
}
channel, item, entry { display: block; }
channel > *, feed > *, item > *, entry > * { display: none; }
channel > title, feed > title {
  display: block;
  font-size: 2rem;
  line-height: 1.15;
}
channel > description, feed > subtitle { display: block; margin-top: 0.5rem; color: #5f574c; }
h|p {
  display: block;
  margin: 1.25rem 0 2rem;
  padding: 0.75rem 1rem;
  border-inline-start: 3px solid #c8371d;
  background: #f1ebdf;
  font: 0.9375rem/1.5 system-ui, sans-serif;
}
h|p h|a { color: inherit; }
item, entry {
  display: flex;
  flex-direction: column;
  padding: 1.25rem 0;
  border-top: 1px solid #ddd4c4;
}
item > h|a, entry > h|a {
  display: block;
  order: -1;
  color: inherit;
  font-size: 1.25rem;
  line-height: 1.3;
}
item > description, entry > summary { display: block; margin-top: 0.25rem; }
item > pubDate, item > category {
  display: block;
  color: #5f574c;
  font: 0.875rem/1.5 system-ui, sans-serif;
}
@media (prefers-color-scheme: dark) {
  rss, feed { background: #191512; color: #ece5da; }
  channel > description, feed > subtitle, item > pubDate, item > category { color: #b3a898; }
  h|p { background: #2a241e; border-color: #f0664a; }
  item, entry { border-color: #3b332b; }
}
`;
