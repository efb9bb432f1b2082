import { escapeHtml } from '../text/escape.ts';

/** A part of an e-mail. */
export type EmailPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'link'; readonly label: string; readonly href: string }
  /** A text to read; its title is the link. */
  | {
      readonly kind: 'item';
      readonly title: string;
      readonly href: string;
      readonly byline: string;
      readonly text: string;
    }
  /** A quotation and its author. */
  | { readonly kind: 'quote'; readonly by: string; readonly text: string };

export interface EmailContent {
  /** The e-mail's heading. */
  readonly title: string;
  readonly parts: readonly EmailPart[];
  /** Why the recipient gets it. */
  readonly why: string;
  /** The unsubscribe link; undefined if there is nothing to unsubscribe from. */
  readonly end?: { readonly label: string; readonly href: string };
}

export interface EmailSite {
  readonly name: string;
  /** Without a trailing slash. */
  readonly url: string;
  /** The owner's postal address, in lines; undefined if not given. */
  readonly address?: string | undefined;
}

/** The id of one of the site's mailing lists; globally unique as RFC 2919 requires. */
export function listIdOf({ url }: EmailSite, list: string): string {
  return `${list}.${new URL(url).hostname}`;
}

/** An e-mail as plain text and as HTML. */
export interface WrittenEmail {
  readonly text: string;
  readonly html: string;
}

/** A date such as `2026-11-20`, which is unambiguous in every locale. */
export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

function textOf(part: EmailPart): string {
  if (part.kind === 'text') return part.text;
  if (part.kind === 'link') return `${part.label}:\n${part.href}`;
  if (part.kind === 'item') {
    return [part.title, part.byline, part.text, part.href].filter(Boolean).join('\n');
  }
  const quoted = part.text.replaceAll('\n', '\n> ');
  return `${part.by}:\n> ${quoted}`;
}

/** Escapes text that may run from right to left, and keeps its line breaks. */
function wordsOf(text: string): string {
  return escapeHtml(text).replaceAll('\n', '<br>');
}

function htmlOf(part: EmailPart): string {
  if (part.kind === 'text') return `<p dir="auto">${wordsOf(part.text)}</p>`;
  if (part.kind === 'link') {
    return `<p><a class="button" href="${escapeHtml(part.href)}">${escapeHtml(part.label)}</a></p>`;
  }
  if (part.kind === 'item') {
    const byline = part.byline && `<p class="soft" dir="auto">${wordsOf(part.byline)}</p>`;
    return `<div class="item"><h2 dir="auto"><a href="${escapeHtml(part.href)}">${wordsOf(part.title)}</a></h2>${byline}<p dir="auto">${wordsOf(part.text)}</p></div>`;
  }
  return `<blockquote><p class="soft" dir="auto">${wordsOf(part.by)}</p><p dir="auto">${wordsOf(part.text)}</p></blockquote>`;
}

/** The site's colours in a form that mail programs support, with a dark scheme. */
const style = `
:root{color-scheme:light dark}
body{margin:0;padding:24px 16px;background:#faf7f2;color:#241f1a;font:16px/1.55 Georgia,'Times New Roman',serif}
main{max-width:600px;margin:0 auto}
h1{font-size:28px;line-height:1.2;font-weight:500;margin:0 0 16px}
h2{font-size:20px;line-height:1.3;font-weight:500;margin:0 0 4px}
p{margin:0 0 16px;overflow-wrap:anywhere}
a{color:#b3361b}
.brand,.soft,footer{font-family:Arial,Helvetica,sans-serif;font-size:14px;color:#5f564c}
.brand{margin:0 0 24px;padding:0 0 8px;border-bottom:2px solid #241f1a;font-weight:bold}
.soft{margin:0 0 8px}
.item{padding:16px 0 0;border-top:1px solid #ddd5c9}
.button{display:inline-block;padding:10px 20px;background:#b3361b;color:#fff;text-decoration:none;font:bold 16px Arial,Helvetica,sans-serif}
blockquote{margin:0 0 16px;padding:0 0 0 16px;border-left:2px solid #b3361b}
footer{margin:32px 0 0;padding:16px 0 0;border-top:1px solid #ddd5c9}
footer a{color:inherit}
@media (prefers-color-scheme:dark){
body{background:#191613;color:#ece5da}
.brand{border-color:#ece5da}
.brand,.soft,footer{color:#b0a698}
a{color:#f08a6c}
.item,footer{border-color:#3a342d}
.button{background:#f08a6c;color:#191613}
}`;

/** Writes an e-mail as plain text and as HTML in the site's look, without pictures. */
export function writeEmail(content: EmailContent, site: EmailSite): WrittenEmail {
  const { title, parts, why, end } = content;
  const ending = end && `${end.label}: ${end.href}`;
  // Many laws require a postal address in bulk e-mail.
  const address = (end && site.address) || undefined;
  const foot = ['-- ', why, ending, `${site.name}: ${site.url}`, address].filter(
    (line) => line !== undefined,
  );
  const text = [title, ...parts.map(textOf), foot.join('\n')].join('\n\n');
  const link = end && ` <a href="${escapeHtml(end.href)}">${escapeHtml(end.label)}</a>`;
  const postal = address === undefined ? '' : `<p dir="auto">${wordsOf(address)}</p>`;
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title><style>${style}</style></head>
<body><main><p class="brand">${escapeHtml(site.name)}</p><h1 dir="auto">${escapeHtml(title)}</h1>
${parts.map(htmlOf).join('\n')}
<footer><p>${escapeHtml(why)}${link ?? ''}</p><p><a href="${escapeHtml(site.url)}">${escapeHtml(site.name)}</a></p>${postal}</footer></main></body></html>
`;
  return { text, html };
}
