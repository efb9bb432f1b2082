import { type DefaultTreeAdapterTypes, parseFragment, serialize } from 'parse5';
import { ownPictureFolder, ownPictureOf } from '../../../../../platform/text/own-picture.ts';

type Node = DefaultTreeAdapterTypes.ChildNode | DefaultTreeAdapterTypes.DocumentFragment;

/** Where a blog's page lies in the copy, beside the other pages. */
export const pageOf = (blogId: string) => `${blogId}.html`;

const blogAddress = /^\/blog\/([0-9a-f-]{36})(#.*)?$/;
/** One of the sizes that pages choose from; the copy has the whole picture alone. */
const sizedPicture = /-\d{1,4}\.(?:avif|webp|jpg)$/;

/** An address of the site as it is in a page of the copy; the rest of the site is where it was. */
export function localAddress(address: string, siteUrl: string): string {
  const [, id, hash = ''] = blogAddress.exec(address) ?? [];
  if (id !== undefined) return `${pageOf(id)}${hash}`;
  const whole = address.replace(sizedPicture, '.jpg');
  if (whole.startsWith(ownPictureFolder) && ownPictureOf(whole)) return `..${whole}`;
  return address.startsWith('/') && !address.startsWith('//') ? `${siteUrl}${address}` : address;
}

/** The stored HTML of a text, with pictures and other blogs by the files of the copy. */
export function localHtml(html: string, siteUrl: string): string {
  const root = parseFragment(html);
  // A list of what is left, since texts nest as deep as they like.
  const left: Node[] = [root];
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    if ('attrs' in node) {
      // Other sizes and formats of a picture aren't there.
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
