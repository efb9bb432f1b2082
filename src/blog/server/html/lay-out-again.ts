import { plainParagraphs } from '../../../platform/markdown/plain-paragraphs.ts';
import type { TextLayout } from '../../../platform/threads/text-layout.ts';
import type { Storage } from '../../../storage/storage.ts';
import { blogTags } from '../../contract.ts';
import { isOfSave, keepHtml, type SavedText } from './kept-html.ts';

/**
 * Lays out a published text and stores the HTML, unless the text was changed meanwhile. A text that exceeds the layout
 * limits is stored as plain paragraphs, which prevents retries. Resolves to the HTML.
 */
export async function layOutAgain(
  { storage, layout }: { readonly storage: Storage; readonly layout: TextLayout },
  text: SavedText,
  owner: string,
): Promise<string> {
  const { id, long_description } = text;
  const laidOut = (await layout.layOut(long_description, owner)) ?? {
    html: plainParagraphs(long_description),
  };
  await storage.write(
    async (write) => {
      if (!(await isOfSave(write.db, text))) return;
      await keepHtml(write, text, laidOut);
      write.touch(blogTags.one(id));
    },
    { lockKeys: [`blog:${id}`] },
  );
  return laidOut.html;
}
