import { findAddresses } from '../../../platform/text/find-addresses.ts';

/** A comment as its author wrote it; its addresses are links that search engines don't attribute to the site. */
export function CommentText({ text }: { readonly text: string }) {
  return (
    <p dir="auto" className="mt-1 whitespace-pre-line wrap-anywhere">
      {findAddresses(text).map(({ text: part, href }, index) =>
        href === undefined ? (
          part
        ) : (
          <a
            // biome-ignore lint/suspicious/noArrayIndexKey: a comment never changes.
            key={index}
            href={href}
            rel="ugc nofollow noopener"
            className="underline decoration-accent underline-offset-[0.2em] hover:text-accent"
          >
            {part}
          </a>
        ),
      )}
    </p>
  );
}
