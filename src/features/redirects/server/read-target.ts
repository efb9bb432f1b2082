import { invalidInput } from '../../../platform/contract/problems.ts';
import { isId } from '../../../platform/text/id.ts';
import { isWebUrl } from '../../../platform/text/web-url.ts';
import type { Target } from './redirect-store.ts';

const ofBlog = /^\/blog\/([^/?#]+)\/?$/;

function refuse(message: string): never {
  throw invalidInput({ message, issues: [{ path: 'target', message }] });
}

/**
 * Parses a redirect's target: a path of this site, possibly as a full URL, or an https URL of another site. The address
 * of a blog is stored as its id. Throws `invalid-input`.
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
  // A path that begins with `//` after `..` was resolved would be a URL of another host.
  if (path.startsWith('//')) refuse('Write a path that begins with a single /.');
  return { address: path };
}
