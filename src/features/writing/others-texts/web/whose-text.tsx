import type { OthersBlog } from '../contract.ts';

function noticeTo({ author, hasAccount }: OthersBlog): string {
  if (author === null) return 'Its author’s account is gone.';
  return hasAccount
    ? 'They are told that you changed it, and find the text before in its history.'
    : 'They have no account here. The text before stays in its history.';
}

/** Names the author of the text that an editor edits. */
export function WhoseText({ blog }: { readonly blog: OthersBlog }) {
  return (
    <p className="mb-6 border-l-2 border-rule-strong pl-5 text-soft">
      <span className="font-semibold text-ink">
        You edit a blog by <bdi className="wrap-anywhere">{blog.author?.name ?? 'nobody'}</bdi>.
      </span>{' '}
      {noticeTo(blog)}
    </p>
  );
}
