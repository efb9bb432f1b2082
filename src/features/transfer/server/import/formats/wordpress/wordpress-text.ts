import { escapeHtml } from '../../../../../../platform/text/escape.ts';
import { narrowest } from '../audiences.ts';
import { type HtmlRead, readHtml } from '../text/html-text.ts';
import { Marks } from '../text/marks.ts';
import type { GalleryPicture, Markup } from '../text/markup.ts';
import { autoParagraphs } from './auto-paragraphs.ts';
import { replaceShortcodes, type Shortcode } from './find-shortcodes.ts';
import { readersOfBlocks, readersOfEnclosed } from './limited-readers.ts';

const languages =
  /^(?:bash|shell|sh|c|cpp|csharp|css|diff|go|groovy|html|java|javascript|js|json|kotlin|latex|perl|php|powershell|python|py|r|ruby|rust|scala|sql|swift|typescript|ts|vb|xml|yaml)$/;
const code = /^(?:code|sourcecode|source|cc|crayon|highlight|syntax)$/;
/** Shortcodes for forms and for lists of the source site, which are dropped. */
const dropped =
  /^(?:contact-form|contact-form-7|contact-field|subscribe2|jetpack_subscription_form|mc4wp_form|playlist|archives|recent_posts|toc|more|nextpage|wpforms|gravityform|ninja_form|newsletter_form)$/;
const known =
  /^(?:caption|wp_caption|gallery|embed|youtube|vimeo|video|audio|twitter|tweet|instagram|gist|soundcloud)$/;

function figure(address: string, alt: string, caption: string): string {
  const words = caption ? `<figcaption>${caption}</figcaption>` : '';
  return `\n\n<figure><img src="${escapeHtml(address)}" alt="${escapeHtml(alt)}">${words}</figure>\n\n`;
}

/** The pictures of a gallery: by its ids, else all that are attached to the text. */
function galleryOf({ attributes }: Shortcode, markup: Markup, notes: Set<string>): string {
  const given = attributes.ids ?? attributes.include;
  const ids = given ? given.split(',').map((id) => id.trim()) : (markup.attached ?? []);
  const pictures = ids
    .map((id) => markup.pictures?.[id])
    .filter((one): one is GalleryPicture => one !== undefined);
  if (pictures.length < ids.length || ids.length === 0) {
    notes.add('A gallery names pictures that the export does not hold.');
  }
  return pictures
    .map(({ address, alternativeText, caption }) =>
      figure(address, alternativeText, escapeHtml(caption)),
    )
    .join('');
}

/** `[caption]<img> words[/caption]`, or the caption as an attribute. */
function captionOf({ attributes, content = '' }: Shortcode): string {
  const picture = content.search(/<img\b/i);
  const end = picture < 0 ? -1 : content.indexOf('>', picture);
  if (end < 0) return content;
  const close = /^\s*<\/a>/i.exec(content.slice(end + 1))?.[0].length ?? 0;
  const words = attributes.caption ?? content.slice(end + 1 + close).trim();
  return `\n\n<figure>${content.slice(0, end + 1 + close)}<figcaption>${words}</figcaption></figure>\n\n`;
}

function addressOf({ name, attributes, content }: Shortcode): string | undefined {
  const values = [
    attributes.src,
    attributes.url,
    attributes.mp4,
    attributes.mp3,
    attributes[''],
    attributes.id,
    content,
  ];
  const given = values
    .find((value) => value?.trim())
    ?.trim()
    .replace(/^=/, '');
  if (!given || /^https?:\/\/\S+$/i.test(given)) return given;
  const id = /^[\w-]{1,40}$/.test(given) ? given : undefined;
  if (!id) return undefined;
  if (name === 'youtube') return `https://www.youtube.com/watch?v=${id}`;
  return name === 'vimeo' ? `https://vimeo.com/${id}` : undefined;
}

function codeOf({ name, attributes, content = '' }: Shortcode, marks: Marks): string {
  const language = attributes.language ?? attributes.lang ?? (languages.test(name) ? name : '');
  const words = content
    .replace(/^(?:\s*\n)?/, '')
    .trimEnd()
    .replaceAll('<', '&lt;');
  // Inner placeholders are restored as literal code, and no line may become a shortcode or a paragraph.
  return `\n\n<pre><code class="language-${escapeHtml(language)}">${marks.restore(words)}</code></pre>\n\n`;
}

/** Blocks without content for the text. */
const silent = /^(?:more|nextpage|spacer|read-more|separator)$/;
const namesMax = 20;

/** Names of dynamic blocks without content: `<!-- wp:latest-posts /-->` is rendered from the source site's data. */
function blocksMadeThere(html: string): readonly string[] {
  const names = new Set<string>();
  const start = '<!-- wp:';
  for (let at = html.indexOf(start); at >= 0 && names.size < namesMax; ) {
    const end = html.indexOf('-->', at);
    if (end < 0) break;
    const name =
      /^[\w/-]{1,60}/.exec(html.slice(at + start.length, at + start.length + 60))?.[0] ?? '';
    if (html[end - 1] === '/' && !silent.test(name)) names.add(name.replace(/\/$/, ''));
    at = html.indexOf(start, end);
  }
  return [...names];
}

/** Converts a WordPress text of either editor to Markdown. */
export function readWordPress(markup: Markup): HtmlRead {
  const marks = new Marks();
  const notes = new Set<string>();
  const isKnown = (name: string) =>
    known.test(name) || dropped.test(name) || languages.test(name) || code.test(name);
  const isOpenCode = (name: string) => code.test(name) || languages.test(name);
  // Code comes first: shortcodes within it are literal.
  const withCode = replaceShortcodes(markup.text, (one) => codeOf(one, marks), {
    only: isOpenCode,
  });
  let readers = readersOfBlocks(withCode);
  const html = replaceShortcodes(
    withCode,
    (one) => {
      const enclosed = one.content?.trim() ? readersOfEnclosed(one.name) : undefined;
      if (enclosed) readers = narrowest(enclosed, readers);
      return written(one, markup, notes);
    },
    { isKnown },
  );
  const isBlocks = html.includes('<!-- wp:');
  // Its footnotes come along, from beside the text.
  const hasNotes = Object.keys(markup.footnotes ?? {}).length > 0;
  const made = (isBlocks ? blocksMadeThere(html) : []).filter(
    (name) => !(hasNotes && name === 'footnotes'),
  );
  if (made.length > 0)
    notes.add(`Blocks that their site filled were left out: ${made.join(', ')}.`);
  const read = readHtml(html, markup, marks, isBlocks ? undefined : autoParagraphs);
  return { markdown: read.markdown, notes: [...notes, ...read.notes], readers };
}

function written(one: Shortcode, markup: Markup, notes: Set<string>): string {
  const { name, content } = one;
  if (name === 'gallery') return galleryOf(one, markup, notes);
  if (name === 'caption' || name === 'wp_caption') return captionOf(one);
  if (known.test(name)) {
    const address = addressOf(one);
    if (address)
      return `\n\n<p><a href="${escapeHtml(address)}">${escapeHtml(address)}</a></p>\n\n`;
    notes.add(`What [${name}] showed was left out: it names no address.`);
    return content ?? '';
  }
  notes.add(
    content?.trim()
      ? `[${name}] is not known here: what it enclosed was kept.`
      : `[${name}] is not known here and was left out.`,
  );
  return content ?? '';
}
