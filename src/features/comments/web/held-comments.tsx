import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { heldCommentsId } from '../../../blog/web/held-comments-id.ts';
import { Moment } from '../../../platform/web/ui/moment.tsx';
import { CommentText } from './comment-text.tsx';
import { mayHaveHeldComments, ownHeldCommentsQuery } from './held-queries.ts';

interface HeldCommentsProps {
  readonly blogId: string;
  /** Whether the viewer is writing a comment. */
  readonly isWriting: boolean;
}

/**
 * The viewer's held comments on a blog, each with the reason. Requested only if this device knows of held comments or
 * posted on this blog, if the address names the section, or once the member writes: readers cost no call.
 */
export function HeldComments({ blogId, isWriting }: HeldCommentsProps) {
  const [isKnown, setKnown] = useState(false);
  const isNamed = useLocation().hash === `#${heldCommentsId}`;
  useEffect(() => setKnown(isNamed || mayHaveHeldComments(blogId)), [isNamed, blogId]);
  const { data } = useQuery({ ...ownHeldCommentsQuery(), enabled: isKnown || isWriting });
  const held = (data ?? []).filter((one) => one.blogId === blogId);
  const isThere = held.length > 0;

  useEffect(() => {
    if (isThere && isNamed) document.getElementById(heldCommentsId)?.scrollIntoView();
  }, [isThere, isNamed]);

  if (!isThere) return null;
  return (
    <section
      id={heldCommentsId}
      aria-label="Your comments that others do not see"
      className="mt-8 grid gap-4"
    >
      {held.map((one) => (
        <article key={one._id} className="border-l-2 border-rule-strong pl-4">
          <CommentText text={one.comment} />
          <p className="mt-1 text-sm font-semibold">
            Only you see this: it{' '}
            {one.held.state === 'waiting' ? 'waits for approval' : 'is hidden'}{' '}
            <span className="font-normal text-soft">
              since <Moment at={one.held.since} />.
              {one.held.reason !== '' && <span dir="auto"> Reason: {one.held.reason}</span>}
            </span>
          </p>
        </article>
      ))}
    </section>
  );
}
