import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isCategory } from '../../../blog/contract.ts';
import '../../../blog/web/article-text.css';
import { CoverPicture } from '../../../blog/web/cover-picture.tsx';
import { LoadingIndicator } from '../../../platform/web/ui/waiting.tsx';
import type { ManagedText } from '../contract/manage.ts';
import { managedBlogTextQuery } from './manage-queries.ts';

/** The whole text, sanitized as for readers; loaded when it is opened. */
function WholeText({ id }: { readonly id: string }) {
  const { data, isError } = useQuery(managedBlogTextQuery(id));
  if (isError) return <p className="text-sm text-bad">The text could not be loaded.</p>;
  if (!data) return <LoadingIndicator />;
  return (
    <div
      dir="auto"
      className="article-text max-w-measure"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitized the HTML with an allow-list.
      dangerouslySetInnerHTML={{ __html: data.html }}
    />
  );
}

/** The picture as readers will see it, with its alternative text: both are approved with the text. */
function Cover({ text: { cover } }: { readonly text: ManagedText }) {
  if (!cover) return null;
  const category = isCategory(cover.category) ? cover.category : 'Other';
  return (
    <figure className="mt-3 max-w-56">
      <CoverPicture imageUrl={cover.imageUrl} category={category} sizes="14rem" />
      <figcaption dir="auto" className="mt-1 text-sm text-soft wrap-anywhere">
        {cover.imageAlt === '' ? 'Without alternative text' : `Alternative text: ${cover.imageAlt}`}
      </figcaption>
    </figure>
  );
}

/** A blog as staff review it: its picture, its short fields, and on request the whole text. */
export function ManagedBlogText({ text }: { readonly text: ManagedText }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Cover text={text} />
      <p dir="auto" className="mt-2 max-w-measure wrap-anywhere">
        {text.text}
      </p>
      {text.otherFields.map(({ label, value }) => (
        <p key={label} dir="auto" className="mt-1 max-w-measure text-sm text-soft wrap-anywhere">
          {label}: {value}
        </p>
      ))}
      <details className="mt-2" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="inline-block min-h-target cursor-pointer py-1 text-sm font-semibold underline decoration-accent underline-offset-4 hover:text-accent">
          The whole text
        </summary>
        {isOpen && <WholeText id={text._id} />}
      </details>
    </>
  );
}
