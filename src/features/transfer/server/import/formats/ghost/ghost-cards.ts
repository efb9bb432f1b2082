import { escapeHtml } from '../../../../../../platform/text/escape.ts';
import { htmlToMarkdown } from '../../html-to-markdown.ts';
import type { Marks } from '../text/marks.ts';

/** Unvalidated fields of an object. */
export type Fields = Readonly<Record<string, unknown>>;

export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function picture(fields: Fields, address = textOf(fields.src)): string {
  const [src, alt] = [escapeHtml(address), escapeHtml(textOf(fields.alt))];
  const href = escapeHtml(textOf(fields.href));
  const image = `<img src="${src}" alt="${alt}">`;
  return `${href ? `<a href="${href}">${image}</a>` : image}`;
}

function figure(inner: string, caption: unknown): string {
  // A caption is HTML in Ghost.
  const words = textOf(caption);
  return `<figure>${inner}${words ? `<figcaption>${words}</figcaption>` : ''}</figure>`;
}

function address(url: unknown): string {
  const escaped = escapeHtml(textOf(url));
  return escaped ? `<p><a href="${escaped}">${escaped}</a></p>` : '';
}

function button(fields: Fields): string {
  const url = escapeHtml(textOf(fields.buttonUrl));
  const words = escapeHtml(textOf(fields.buttonText)) || url;
  return url ? `<p><a href="${url}">${words}</a></p>` : '';
}

/** A card of Ghost's editors as HTML; undefined if it is unknown. E-mail and sign-up cards yield nothing. */
export function cardHtml(type: string, fields: Fields, marks: Marks): string | undefined {
  switch (type) {
    case 'image':
      return figure(picture(fields), fields.caption);
    case 'gallery': {
      const pictures = listOf(fields.images)
        .map(fieldsOf)
        .map((one) => figure(picture(one), ''));
      return `<figure>${pictures.join('')}${captionBelow(fields.caption)}</figure>`;
    }
    case 'code':
    case 'codeblock': {
      const language = escapeHtml(textOf(fields.language));
      const code = `<pre><code class="language-${language}">${escapeHtml(textOf(fields.code))}</code></pre>`;
      return `<figure>${code}${captionBelow(fields.caption)}</figure>`;
    }
    case 'html':
      return textOf(fields.html);
    case 'markdown':
    case 'card-markdown':
      return `<p>${marks.keep(htmlToMarkdown(textOf(fields.markdown), { isMdx: false }).trim())}</p>`;
    case 'embed':
      return `${address(fields.url) || textOf(fields.html)}${captionBelow(fields.caption)}`;
    case 'bookmark':
      return address(fields.url ?? fieldsOf(fields.metadata).url);
    case 'hr':
    case 'horizontalrule':
      return '<hr>';
    case 'callout': {
      const emoji = textOf(fields.calloutEmoji);
      return `<blockquote><p>${emoji ? `${escapeHtml(emoji)} ` : ''}${textOf(fields.calloutText)}</p></blockquote>`;
    }
    case 'toggle':
      return `<p><strong>${textOf(fields.heading)}</strong></p>${textOf(fields.content)}`;
    case 'button':
      return button(fields);
    case 'video':
    case 'audio':
      return `${address(fields.src)}${captionBelow(fields.caption)}`;
    case 'file': {
      const src = escapeHtml(textOf(fields.src));
      return `<p><a href="${src}">${escapeHtml(textOf(fields.fileTitle) || textOf(fields.fileName) || src)}</a></p>`;
    }
    case 'product': {
      const title = `<h4>${textOf(fields.productTitle)}</h4>${textOf(fields.productDescription)}`;
      const src = textOf(fields.productImageSrc);
      const link = { buttonUrl: fields.productUrl, buttonText: fields.productButton };
      return `${src ? figure(picture({}, src), '') : ''}${title}${button(link)}`;
    }
    case 'header':
    case 'call-to-action': {
      const words = ['header', 'subheader', 'textValue'].map((name) => textOf(fields[name]));
      return `${words
        .filter(Boolean)
        .map((one) => `<p>${one}</p>`)
        .join('')}${button(fields)}`;
    }
    case 'paywall':
    case 'email':
    case 'email-cta':
    case 'signup':
      return '';
    default:
      return undefined;
  }
}

function captionBelow(caption: unknown): string {
  const words = textOf(caption);
  return words ? `<figcaption>${words}</figcaption>` : '';
}
