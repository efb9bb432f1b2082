import { type BlogText, blogTextSchema } from '../../../../../blog/blog-text.ts';
import { artworkOf, type Category } from '../../../../../blog/contract.ts';
import { blogFields, type FieldValues } from '../../../../../blog/fields.ts';
import { splitTags, tagKey, tagMax, tagsMax, takeTags } from '../../../../../blog/tags.ts';
import { layOut } from '../../../../../platform/markdown/lay-out.ts';
import type { Layout } from '../../../../../platform/markdown/layout-bounds.ts';
import { parseMarkdown } from '../../../../../platform/markdown/plain-text.ts';
import { shorten } from '../../../../../platform/text/shorten.ts';
import { isPictureUrl } from '../../../../../platform/text/web-url.ts';
import type { ForeignText } from '../foreign.ts';
import { intricate, SourceProblem } from '../read-front-matter.ts';
import { summaryOf } from '../summary-of.ts';
import { renamePictures } from './named-pictures.ts';

/** The source of a text; `names` maps the addresses of its pictures to their new ones. */
export interface TextToFinish
  extends Pick<ForeignText, 'title' | 'markdown' | 'summary' | 'cover' | 'tags' | 'own'> {
  readonly category: Category;
  readonly names: ReadonlyMap<string, string>;
}

export interface FinishedText {
  readonly text: BlogText;
  readonly layout: Layout;
  /** Changes, as sentences for the report. */
  readonly notes: readonly string[];
}

function coverOf({ cover, category, names }: TextToFinish) {
  const address = cover && (names.get(cover.address) ?? cover.address);
  if (!cover || !address || !isPictureUrl(address)) {
    return { imageUrl: artworkOf(category), imageAlt: '' };
  }
  return { imageUrl: address, imageAlt: shorten(cover.alternativeText, blogFields.imageAlt.max) };
}

/** Most tags named in a note. */
const namedMax = 20;

function namesOf(tags: readonly string[]): string {
  const shown = tags.slice(0, namedMax).map((name) => shorten(name, tagMax));
  const more = tags.length > shown.length ? ` and ${tags.length - shown.length} more` : '';
  return `${shown.join(', ')}${more}`;
}

/** Names the tags that were changed or dropped. */
function notesOfTags(given: readonly string[], taken: string): readonly string[] {
  const kept = new Set(splitTags(taken).map(tagKey));
  const other = [...new Set(given.flatMap(splitTags))].filter((name) => !kept.has(tagKey(name)));
  const isIn = (name: string) => kept.has(tagKey(takeTags([name])));
  const [cut, out] = [other.filter(isIn), other.filter((name) => !isIn(name))];
  return [
    ...(cut.length > 0 ? [`of its tags, ${namesOf(cut)} came in cut to ${tagMax} characters`] : []),
    ...(out.length > 0
      ? [`of its tags, at most ${tagsMax} of ${tagMax} characters are in; not so ${namesOf(out)}`]
      : []),
  ];
}

const oneLine = (text: string) => text.replace(/\s+/gu, ' ').trim();

/**
 * Makes a blog from a foreign text and derives missing fields. Throws `SourceProblem` with the reason if it can't. It
 * can be slow: call it in a worker thread with a deadline.
 */
export function finishText(given: TextToFinish): FinishedText {
  const notes: string[] = [];
  const longDescription = renamePictures(
    given.markdown.replace(/\r\n?/g, '\n').trim(),
    given.names,
    { keepsOthers: given.own !== undefined },
  );
  if (longDescription.trim() === '')
    throw new SourceProblem('it has no text', { isIntended: true });
  const tree = parseMarkdown(longDescription);
  if (!tree) throw new SourceProblem(intricate);
  const own = oneLine(given.title);
  const made = summaryOf(tree);
  if (own === '') notes.push('it had no title');
  const title = shorten(own || (made ?? 'Untitled'), blogFields.title.max);
  if (own !== '' && title !== own) notes.push('its title was cut');
  const summary = shorten(given.summary.trim(), blogFields.shortDescription.max);
  const tags = takeTags(given.tags);
  notes.push(...notesOfTags(given.tags, tags));
  const fields: FieldValues = {
    ...given.own?.optionals,
    title,
    ...coverOf(given),
    category: given.category,
    tags,
    shortDescription: summary || made || shorten(title, blogFields.shortDescription.max),
    longDescription,
  };
  const checked = blogTextSchema.safeParse(fields);
  if (!checked.success) {
    throw new SourceProblem(checked.error.issues.map((issue) => issue.message).join(' '));
  }
  const layout = layOut(checked.data.longDescription);
  if (!layout) throw new SourceProblem(intricate);
  return { text: checked.data, layout, notes };
}
