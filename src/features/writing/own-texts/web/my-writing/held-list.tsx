import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { heldCommentsId } from '../../../../../blog/web/held-comments-id.ts';
import { paths } from '../../../../../paths.ts';
import { SectionHeading } from '../../../../../platform/web/ui/headings.tsx';
import { Moment } from '../../../../../platform/web/ui/moment.tsx';
import type { HeldText } from '../../../publishing/contract/held.ts';
import { myHeldTextsQuery } from './my-writing-queries.ts';

/** Where the author finds it: the editor of a blog, or the comment below its blog. */
function addressOf({ kind, _id, blogId }: HeldText): string {
  return kind === 'blog' ? paths.updateBlog.to(_id) : `${paths.blog.to(blogId)}#${heldCommentsId}`;
}

function HeldItem({ text }: { readonly text: HeldText }) {
  const { kind, label, state, reason, since } = text;
  const word = state === 'waiting' ? 'Waits for approval' : 'Hidden';
  return (
    <li className="border-b border-rule py-5">
      <h3 className="font-display text-xl font-medium">
        <Link
          to={addressOf(text)}
          dir="auto"
          className="inline-block py-1 wrap-anywhere hover:text-accent"
        >
          {label}
        </Link>
      </h3>
      <ul className="mt-1 flex flex-wrap gap-x-5 text-sm text-soft">
        <li>{kind === 'blog' ? 'Blog' : 'Comment'}</li>
        <li>
          Since <Moment at={since} />
        </li>
      </ul>
      <p className="mt-2 text-sm font-semibold text-bad">
        {reason === '' ? `${word}.` : `${word}: ${reason}`}
      </p>
    </li>
  );
}

/** The member's texts under a hold, with the reasons; null where there are none. */
export function HeldList() {
  const { data } = useQuery(myHeldTextsQuery());
  if (!data || data.length === 0) return null;
  return (
    <section aria-labelledby="held-texts" className="mb-10">
      <SectionHeading id="held-texts">Only you see these</SectionHeading>
      <ul>
        {data.map((text) => (
          <HeldItem key={`${text.kind} ${text._id}`} text={text} />
        ))}
      </ul>
    </section>
  );
}
