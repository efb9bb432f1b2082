import type { ReactNode } from 'react';
import { addressOf } from '../../../platform/contract/call-api.ts';
import { buttonClass } from '../../../platform/web/ui/button.tsx';
import { type ExportForm, exportSite } from '../contract.ts';

interface Form {
  readonly form: ExportForm;
  readonly title: string;
  readonly button: string;
  readonly words: ReactNode;
}

const forms: readonly Form[] = [
  {
    form: 'markdown',
    title: 'Markdown',
    button: 'Download as Markdown',
    words:
      'Each blog as a Markdown file with front matter, its comments beside it, and the pictures. Another site of The Content Hub imports blogs and pictures; other programs read all of it.',
  },
  {
    form: 'html',
    title: 'Pages',
    button: 'Download as pages',
    words: 'The site as files that any browser opens from a disk, without a server.',
  },
  {
    form: 'ghost',
    title: 'Ghost',
    button: 'Download for Ghost',
    words:
      'What Ghost imports: blogs, authors, categories as tags, pictures. It has no place for comments.',
  },
];

/** The forms in which an owner can export the site. */
export function SiteExports() {
  return (
    <ul className="border-t border-rule">
      {forms.map(({ form, title, button, words }) => (
        <li
          key={form}
          className="grid gap-3 border-b border-rule py-5 md:grid-cols-[minmax(0,1fr)_auto] md:items-center md:gap-6"
        >
          <div>
            <h2 className="font-semibold">{title}</h2>
            <p className="max-w-measure text-soft">{words}</p>
          </div>
          <div>
            <a
              href={addressOf(exportSite.path, { form })}
              download
              className={buttonClass({ look: 'outline', size: 'small' })}
            >
              {button}
            </a>
          </div>
        </li>
      ))}
    </ul>
  );
}
