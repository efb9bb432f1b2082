const blogPath = /^\/blog\/([\da-f-]{36})$/i;

/**
 * The id of this page's blog; undefined on other pages, and for the author's own blog, which has a link to the editor.
 */
export function blogHere(): string | undefined {
  const [, id] = blogPath.exec(location.pathname) ?? [];
  if (id === undefined) return undefined;
  return document.querySelector(`a[href="/update-blog/${id}"]`) ? undefined : id;
}
