import { invalidInput } from '../../../platform/contract/problems.ts';
import { isId } from '../../../platform/text/id.ts';
import { isWebUrl } from '../../../platform/text/web-url.ts';
import type { Target } from './redirect-store.ts';

const ofBlog = /^\/blog\/([^/?#]+)\/?$/;

function refuse(message: string): never {
  throw invalidInput({ message, issues: [{ path: 'target', message }] });
}

/**
 * Where owners have an address lead: a path of this site, also written as the whole address, or an https address of another.
 * That of a blog follows the blog. Throws `invalid-input`.
 */
export function readTarget(text: string, siteUrl: string): Target {
  if (!isWebUrl(text)) {
    refuse('Write a path of this site, which begins with a single /, or an https:// address.');
  }
  const site = new URL(siteUrl);
  const url = new URL(text, site);
  if (url.origin !== site.origin) {
    if (url.protocol !== 'https:') refuse('To another site an address leads by https:// only.');
    return { address: url.href };
  }
  const [, id = ''] = ofBlog.exec(url.pathname) ?? [];
  if (isId(id)) return { blogId: id.toLowerCase() };
  const path = `${url.pathname}${url.search}${url.hash}`;
  // What `..` leaves could be read as the name of another site.
  if (path.startsWith('//')) refuse('Write a path that begins with a single /.');
  return { address: path };
}
