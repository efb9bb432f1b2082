import { buttonClass } from '../../../platform/web/ui/button.tsx';
import { exportMyBlogs } from '../contract.ts';

/** All of one's own blogs as Markdown files, in one archive. */
export function ExportLink() {
  return (
    <a href={exportMyBlogs.path} download className={buttonClass({ look: 'plain', size: 'small' })}>
      Export all my blogs
    </a>
  );
}
