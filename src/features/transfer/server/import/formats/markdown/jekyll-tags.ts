import type { Markup } from '../text/markup.ts';
import { codeBlock, pictureMark, videoAddress } from './tag-marks.ts';

/** A parsed template tag. */
export interface Template {
  readonly name: string;
  readonly values: Readonly<Record<string, string>>;
  /** Positional values, in order. */
  readonly plain: readonly string[];
  /** The content of a verbatim block. */
  readonly inner: string | undefined;
}

/** Control tags of Liquid: their content is kept. */
const silent =
  /^(?:if|unless|else|elsif|for|assign|capture|case|when|include_cached|comment|raw|break|continue|cycle)$/;

/** What remains of `{{ site.baseurl }}` or `{{ "/a" | relative_url }}` in an address. */
function outputOf(words: string): string {
  const [value = ''] = words.split('|').map((part) => part.trim());
  const quoted = /^"([^"]*)"$|^'([^']*)'$/.exec(value);
  return quoted ? (quoted[1] ?? quoted[2] ?? '') : '';
}

function includeOf({ plain, values }: Template): string | undefined {
  const [file = ''] = plain;
  const video = videoAddress(file, values.id ?? values.video ?? values.url ?? values.src);
  if (video) return `\n\n${video}\n\n`;
  const src =
    values.src ?? values.url ?? values.image_path ?? values.image ?? values.path ?? values.file;
  if (/image|figure|img|picture/i.test(file) && src) {
    return pictureMark(src, values.alt ?? '', values.caption ?? values.title ?? '');
  }
  return undefined;
}

/** A Jekyll tag as Markdown; undefined if it is unknown. */
export function jekyllTag(
  template: Template,
  words: string,
  { links = {} }: Markup,
): string | undefined {
  const { name, plain, inner } = template;
  const [first = ''] = plain;
  switch (name) {
    case 'highlight':
      return codeBlock(inner ?? '', first);
    case 'raw':
      return inner ?? '';
    case 'post_url':
    case 'link':
      return links[first] ?? '';
    case 'youtube':
    case 'vimeo':
      return videoAddress(name, first) ?? '';
    case 'gist':
      return `\n\nhttps://gist.github.com/${encodeURI(first)}\n\n`;
    case 'include':
    case 'include_relative':
      return includeOf(template);
    default:
      break;
  }
  if (silent.test(name)) return '';
  const isOutput = /^["']|^(?:site|page|include|layout|content|post)\b|\|/.test(words);
  return isOutput ? outputOf(words) : undefined;
}
