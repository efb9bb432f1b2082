import { ImportRefused } from '../../import-refused.ts';
import { decodeText } from '../files/decode-text.ts';
import type { ExportFiles } from '../files/export-files.ts';
import { readXml, words } from '../files/read-xml.ts';
import type { ReusableBlocks } from './reusable-blocks.ts';

/** Maximum total characters: the blocks are held in memory. */
const charactersMax = 8 * 1024 ** 2;
const blocksMax = 10_000;

export const isReusableBlock = (type: string) => type === 'wp_block';

/**
 * A site's reusable blocks, without drafts and those that are private or have a password, which WordPress wouldn't
 * show.
 */
export async function readBlocks(
  files: ExportFiles,
  names: readonly string[],
): Promise<ReusableBlocks> {
  const blocks = new Map<string, string>();
  let left = charactersMax;
  for (const name of names) {
    const records = readXml(decodeText(files.stream(name)), {
      isRecord: (one) => one === 'item',
      isIgnored: (one) => one === 'wp:comment_content',
    });
    try {
      for await (const record of records) {
        if (!('element' in record)) continue;
        const { element } = record;
        if (!isReusableBlock(words(element, 'wp:post_type'))) continue;
        const isShown =
          (words(element, 'wp:status') || 'publish') === 'publish' &&
          words(element, 'wp:post_password') === '';
        const id = words(element, 'wp:post_id');
        const text = words(element, 'content:encoded');
        if (!isShown || !id || blocks.has(id) || blocks.size === blocksMax || text.length > left) {
          continue;
        }
        left -= text.length;
        blocks.set(id, text);
      }
    } catch (error) {
      // A truncated file is reported when its texts are read.
      if (!(error instanceof ImportRefused)) throw error;
    }
  }
  return blocks;
}
