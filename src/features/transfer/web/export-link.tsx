import { buttonClass } from '../../../platform/web/ui/button.tsx';
import { exportMyBlogs } from '../contract.ts';

/** Downloads all of the viewer's blogs as Markdown files in an archive. */
export function ExportLink() {
  return (
    <a href={exportMyBlogs.path} download className={buttonClass({ look: 'plain', size: 'small' })}>
      Export all my blogs
    </a>
  );
}
