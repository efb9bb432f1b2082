import { escapeHtml } from '../../../../../../platform/text/escape.ts';
import { parseDate } from '../../parse-date.ts';
import { type Fields, fieldsOf, listOf, textOf } from '../ghost/ghost-cards.ts';
import { oneLine } from '../plain-words.ts';
import type { FeedEntry } from './feed-entry.ts';

function paragraphs(text: string): string {
  const parts = text.split(/\n\s*\n/).map((part) => part.trim());
  return parts
    .filter(Boolean)
    .map((part) => `<p>${escapeHtml(part)}</p>`)
    .join('');
}

/** The authors of an item or of the feed itself. */
export function jsonAuthors({ author, authors }: Fields): FeedEntry['authors'] {
  return [...listOf(authors), author]
    .map((one) => ({ name: oneLine(textOf(fieldsOf(one).name)) }))
    .filter(({ name }) => name);
}

/** An item of a JSON Feed, version 1 or 1.1. */
export function jsonItem(item: Fields): FeedEntry {
  const recording = listOf(item.attachments)
    .map(fieldsOf)
    .map(({ url }) => textOf(url))
    .find(Boolean);
  const words = (name: string) => textOf(item[name]);
  const id = typeof item.id === 'number' ? String(item.id) : words('id');
  return {
    id: id || words('url'),
    base: '',
    textBase: '',
    title: oneLine(words('title')),
    link: words('url'),
    html: words('content_html') || paragraphs(words('content_text')),
    summary: oneLine(words('summary')),
    date: parseDate(words('date_published')),
    updated: parseDate(words('date_modified')),
    authors: jsonAuthors(item),
    tags: listOf(item.tags).map((tag) => oneLine(textOf(tag))),
    cover: words('image') || words('banner_image'),
    recording: recording ?? '',
    isDraft: false,
    kind: '',
  };
}
