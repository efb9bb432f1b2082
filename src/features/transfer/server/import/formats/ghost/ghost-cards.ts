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
  const isShown = fields.buttonEnabled !== false && fields.showButton !== false;
  return url && isShown ? `<p><a href="${url}">${words}</a></p>` : '';
}

function part(name: string, words: unknown): string {
  return `<div class="${name}">${escapeHtml(textOf(words))}</div>`;
}

/** What Ghost's own pages have for a card with a file or another page: it is read as theirs. */
function fileCard(type: string, fields: Fields): string {
  const src = escapeHtml(textOf(fields.src));
  switch (type) {
    case 'audio': {
      const thumbnail = escapeHtml(textOf(fields.thumbnailSrc));
      const picture = thumbnail ? `<img class="kg-audio-thumbnail" src="${thumbnail}">` : '';
      const title = part('kg-audio-title', fields.title);
      return `<div class="kg-audio-card">${picture}<audio src="${src}"></audio>${title}</div>${captionBelow(fields.caption)}`;
    }
    case 'video':
      return `<figure class="kg-video-card"><video src="${src}"></video>${captionBelow(fields.caption)}</figure>`;
    case 'file': {
      const title = part('kg-file-card-title', textOf(fields.fileTitle) || fields.fileName);
      const caption = part('kg-file-card-caption', fields.fileCaption);
      return `<div class="kg-file-card"><a href="${src}"></a>${title}${caption}</div>`;
    }
    default: {
      const { url, title, description } = fieldsOf(fields.metadata);
      const href = escapeHtml(textOf(fields.url) || textOf(url));
      const words = part('kg-bookmark-title', title) + part('kg-bookmark-description', description);
      return `<figure class="kg-bookmark-card"><a href="${href}">${words}</a>${captionBelow(fields.caption)}</figure>`;
    }
  }
}

function product(fields: Fields): string {
  const title = `<h4>${textOf(fields.productTitle)}</h4>`;
  const src = textOf(fields.productImageSrc);
  const full = Math.min(5, Math.max(0, Math.round(Number(fields.productStarRating) || 0)));
  const isRated = fields.productRatingEnabled === true && full > 0;
  const stars = isRated ? `<p>${'★'.repeat(full)}${'☆'.repeat(5 - full)}</p>` : '';
  const link = {
    buttonUrl: fields.productUrl,
    buttonText: fields.productButton,
    buttonEnabled: fields.productButtonEnabled,
  };
  return `${src ? figure(picture({}, src), '') : ''}${title}${stars}${textOf(fields.productDescription)}${button(link)}`;
}

/** A header, or a call to action. */
function banner(fields: Fields): string {
  const src = textOf(fields.backgroundImageSrc) || textOf(fields.imageUrl);
  const label = fields.hasSponsorLabel === true ? textOf(fields.sponsorLabel) : '';
  const words = [
    label,
    ...['header', 'subheader', 'textValue'].map((name) => textOf(fields[name])),
  ];
  const paragraphs = words.filter(Boolean).map((one) => `<p>${one}</p>`);
  return `${src ? figure(picture({}, src), '') : ''}${paragraphs.join('')}${button(fields)}`;
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
    case 'file':
    case 'bookmark':
      return fileCard(type, fields);
    case 'product':
      return product(fields);
    case 'header':
    case 'call-to-action':
      return banner(fields);
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
