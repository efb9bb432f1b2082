const blogPath = /^\/blog\/([\da-f-]{36})$/i;

/** The id of the blog that this page is of; undefined on other pages, and for a writer's own, which leads to the editor. */
export function blogHere(): string | undefined {
  const [, id] = blogPath.exec(location.pathname) ?? [];
  if (id === undefined) return undefined;
  return document.querySelector(`a[href="/update-blog/${id}"]`) ? undefined : id;
}
