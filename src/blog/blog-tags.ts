/** What finished pages are made from, as the tags of changes. */
export const blogTags = {
  /** Any list of blogs: latest, featured, all. */
  lists: 'blogs',
  one: (id: string) => `blog:${id}`,
} as const;
