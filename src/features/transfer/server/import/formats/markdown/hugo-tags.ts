import path from 'node:path';
import type { Markup } from '../text/markup.ts';
import type { Template } from './jekyll-tags.ts';
import { codeBlock, pictureMark, videoAddress } from './tag-marks.ts';

/** Resolves `{{< ref "posts/a.md" >}}` to that text's previous address. */
function linkOf(target: string, { links = {} }: Markup): string {
  const [file = '', mark] = target.split('#');
  const known = links[file] ?? links[file.replace(/^\//, '')];
  const bare = file.replace(/\.(?:md|markdown|html)$/i, '').replace(/\/(?:_?index)$/, '');
  const address = known ?? (bare ? path.posix.join('/', bare, '/') : '');
  return mark === undefined ? address : `${address}#${mark}`;
}

/** A Hugo shortcode as Markdown; undefined if it is unknown. */
export function hugoTag(
  { name, values, plain, inner }: Template,
  markup: Markup,
): string | undefined {
  const [first = '', second = ''] = plain;
  switch (name) {
    case 'youtube':
    case 'vimeo':
      return `\n\n${videoAddress(name, values.id ?? first) ?? ''}\n\n`;
    case 'tweet':
    case 'x':
    case 'twitter': {
      const [user, id] = [values.user ?? (second ? first : 'i'), values.id ?? (second || first)];
      return `\n\nhttps://twitter.com/${encodeURIComponent(user)}/status/${encodeURIComponent(id)}\n\n`;
    }
    case 'instagram':
      return `\n\nhttps://www.instagram.com/p/${encodeURIComponent(values.id ?? first)}/\n\n`;
    case 'gist':
      return `\n\nhttps://gist.github.com/${encodeURIComponent(first)}/${encodeURIComponent(second)}\n\n`;
    case 'figure':
    case 'img':
    case 'image':
      return pictureMark(
        values.src ?? first,
        values.alt ?? '',
        values.caption ?? values.title ?? '',
      );
    case 'highlight':
    case 'code':
      return codeBlock(inner ?? '', values.lang ?? first);
    case 'ref':
    case 'relref':
      return linkOf(values.path ?? first, markup);
    case 'param':
    case 'comment':
    case 'toc':
      return '';
    case 'raw':
    case 'rawhtml':
      return inner ?? '';
    default:
      return undefined;
  }
}
