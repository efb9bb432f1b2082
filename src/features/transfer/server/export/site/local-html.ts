import { type DefaultTreeAdapterTypes, parseFragment, serialize } from 'parse5';
import { ownPictureFolder, ownPictureOf } from '../../../../../platform/text/own-picture.ts';

type Node = DefaultTreeAdapterTypes.ChildNode | DefaultTreeAdapterTypes.DocumentFragment;

/** File name of a blog's page, in the same folder as the others. */
export const pageOf = (blogId: string) => `${blogId}.html`;

const blogAddress = /^\/blog\/([0-9a-f-]{36})(#.*)?$/;
/** Matches a rendition's size and format; the copy only has the full picture. */
const sizedPicture = /-\d{1,4}\.(?:avif|webp|jpg)$/;

/** Rewrites an address for a page of the copy; addresses of other pages lead to the site. */
export function localAddress(address: string, siteUrl: string): string {
  const [, id, hash = ''] = blogAddress.exec(address) ?? [];
  if (id !== undefined) return `${pageOf(id)}${hash}`;
  const whole = address.replace(sizedPicture, '.jpg');
  if (whole.startsWith(ownPictureFolder) && ownPictureOf(whole)) return `..${whole}`;
  return address.startsWith('/') && !address.startsWith('//') ? `${siteUrl}${address}` : address;
}

/** A text's stored HTML, with links to pictures and other blogs rewritten to files of the copy. */
export function localHtml(html: string, siteUrl: string): string {
  const root = parseFragment(html);
  // An explicit stack, as the nesting depth of texts is unbounded.
  const left: Node[] = [root];
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    if ('attrs' in node) {
      // The copy has no other sizes and formats of a picture.
      node.attrs = node.attrs.filter(({ name }) => name !== 'srcset' && name !== 'sizes');
      for (const attribute of node.attrs) {
        if (attribute.name === 'href' || attribute.name === 'src')
          attribute.value = localAddress(attribute.value, siteUrl);
      }
    }
    if ('childNodes' in node) {
      node.childNodes = node.childNodes.filter(({ nodeName }) => nodeName !== 'source');
      left.push(...node.childNodes);
    }
  }
  return serialize(root);
}
