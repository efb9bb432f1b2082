/** Every URL of the site: the pattern that the router matches and the link builder that components use. */

/** Values of the All Blogs screen that live in its URL. Empty values are left out of the link. */
export interface AllBlogsSearch {
  readonly filter?: string | undefined;
  readonly search?: string | undefined;
  readonly sort?: string | undefined;
  readonly cursor?: string | undefined;
}

function withQuery(path: string, values: Record<string, string | undefined>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value) query.set(name, value);
  }
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

export const paths = {
  home: { pattern: '/', to: () => '/' },
  addBlog: { pattern: '/Add-Blog', to: () => '/Add-Blog' },
  allBlogs: {
    pattern: '/All-blogs',
    to: (search: AllBlogsSearch = {}) => withQuery('/All-blogs', { ...search }),
  },
  featuredBlogs: { pattern: '/Featured-Blogs', to: () => '/Featured-Blogs' },
  wishlist: {
    pattern: '/Wishlist',
    to: (category?: string) => withQuery('/Wishlist', { category }),
  },
  contact: { pattern: '/contact', to: () => '/contact' },
  blog: { pattern: '/blog/:id', to: (id: string) => `/blog/${encodeURIComponent(id)}` },
  updateBlog: {
    pattern: '/update-blog/:id',
    to: (id: string) => `/update-blog/${encodeURIComponent(id)}`,
  },
  account: { pattern: '/Account', to: () => '/Account' },
  /** `from` is the path to come back to. */
  signIn: {
    pattern: '/Account/signin',
    to: (from?: string) => withQuery('/Account/signin', { from }),
  },
  signUp: { pattern: '/Account/signup', to: () => '/Account/signup' },
  forgotPassword: { pattern: '/Account/forgot-password', to: () => '/Account/forgot-password' },
  resetPassword: { pattern: '/Account/reset-password', to: () => '/Account/reset-password' },
  verifyEmail: { pattern: '/Account/verify-email', to: () => '/Account/verify-email' },
  /** An alias of Sign In. */
  login: { pattern: '/login', to: (from?: string) => withQuery('/login', { from }) },
} as const;
