/** A code block with a fence longer than any in the code. */
export function codeBlock(code: string, language: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`{3,200}/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const name = /^[\w+#-]{1,30}$/.test(language) ? language : '';
  return `\n\n${fence}${name}\n${code.replace(/^[ \t]*\n/, '').trimEnd()}\n${fence}\n\n`;
}

/** A picture with its caption, as a paragraph of its own. */
export function pictureMark(address: string, alt: string, caption: string): string {
  if (!address) return '';
  const target = /[\s()<>]/.test(address) ? encodeURI(address).replace(/[()]/g, '\\$&') : address;
  const words = (text: string) => text.replace(/\s+/g, ' ').trim();
  const title = caption ? ` "${words(caption).replace(/["\\]/g, '\\$&')}"` : '';
  return `\n\n![${words(alt).replace(/[[\]\\]/g, '\\$&')}](${target}${title})\n\n`;
}

/** The address of a video by its id; undefined if the tag isn't a video's. */
export function videoAddress(name: string, id: string | undefined): string | undefined {
  if (!id) return undefined;
  if (/^https?:\/\/\S+$/.test(id)) return /youtube|vimeo|video/i.test(name) ? id : undefined;
  if (!/^[\w-]{1,40}$/.test(id)) return undefined;
  if (/youtube/i.test(name)) return `https://www.youtube.com/watch?v=${id}`;
  return /vimeo/i.test(name) ? `https://vimeo.com/${id}` : undefined;
}
