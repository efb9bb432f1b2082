import type { Sake } from '../../storage/set-aside.ts';
import type { Write } from '../../storage/storage.ts';

/** What a slice keeps of a blog, and what goes and comes back with it. */
export interface WithBlogs {
  /** Takes it out of sight, before the blog goes. */
  setAside(write: Write, blogId: string, sake: Sake): Promise<void>;
  /** Puts back what was set aside for that sake, after the blog came back. */
  putBack(write: Write, sake: Sake): Promise<void>;
}
