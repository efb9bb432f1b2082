import { type ReactNode, type RefObject, useEffect } from 'react';
import { tooIntricate } from '../../../../../platform/markdown/layout-bounds.ts';
import { ErrorNote } from '../../../../../platform/web/ui/error-note.tsx';
import { LoadingIndicator } from '../../../../../platform/web/ui/waiting.tsx';
import type { Preview } from './use-preview.ts';
import '../../../../../blog/web/article-text.css';

/** Opens links of the text in a new tab, so that a click doesn't leave the editor. */
function openBeside(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.getAttribute('href')?.startsWith('#')) return;
  event.preventDefault();
  window.open(link.href, '_blank', 'noopener');
}

interface TextPreviewProps {
  readonly preview: Preview;
  /** True for an empty text. */
  readonly isBlank: boolean;
  readonly className: string;
  readonly section: RefObject<HTMLElement | null>;
  /** Shown above the text. */
  readonly children?: ReactNode;
}

/** The long description exactly as after publication. */
export function TextPreview(props: TextPreviewProps) {
  const { preview, isBlank, className, section, children } = props;

  useEffect(() => {
    const { current } = section;
    current?.addEventListener('click', openBeside);
    return () => current?.removeEventListener('click', openBeside);
  }, [section]);

  return (
    <section
      ref={section}
      aria-label="Preview"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable, or it can't be scrolled by keyboard.
      tabIndex={0}
      className={className}
    >
      {children}
      {preview.status === 'waiting' && <LoadingIndicator label="Preparing the preview…" />}
      {preview.status === 'failed' && <ErrorNote>The preview could not be loaded.</ErrorNote>}
      {preview.status === 'refused' && <ErrorNote>{tooIntricate}</ErrorNote>}
      {(preview.status === 'shown' || preview.status === 'refused') &&
        (isBlank ? (
          <p className="text-faint">Nothing to preview yet.</p>
        ) : (
          <div
            dir="auto"
            className="article-text"
            // biome-ignore lint/security/noDangerouslySetInnerHtml: the renderer sanitizes the HTML with an allow-list.
            dangerouslySetInnerHTML={{ __html: preview.html }}
          />
        ))}
    </section>
  );
}
