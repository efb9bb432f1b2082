import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Moment } from '../../../platform/web/ui/moment.tsx';
import { knowsOfHeldComments, ownHeldCommentsQuery } from './comment-queries.ts';
import { CommentText } from './comment-text.tsx';

interface HeldCommentsProps {
  readonly blogId: string;
  /** Whether the viewer is about to say something. */
  readonly isWriting: boolean;
}

/**
 * What the viewer said on a blog and nobody else sees, with the reason. It is asked for by a device that knows of some, and
 * once somebody writes: whoever only reads costs no call.
 */
export function HeldComments({ blogId, isWriting }: HeldCommentsProps) {
  const [isKnown, setKnown] = useState(false);
  useEffect(() => setKnown(knowsOfHeldComments()), []);
  const { data } = useQuery({ ...ownHeldCommentsQuery(), enabled: isKnown || isWriting });
  const held = (data ?? []).filter((one) => one.blogId === blogId);
  if (held.length === 0) return null;
  return (
    <section aria-label="Your comments that others do not see" className="mt-8 grid gap-4">
      {held.map((one) => (
        <article key={one._id} className="border-l-2 border-rule-strong pl-4">
          <CommentText text={one.comment} />
          <p className="mt-1 text-sm font-semibold">
            {one.held.state === 'waiting' ? 'Only you see this: it waits for approval.' : 'Hidden.'}{' '}
            <span className="font-normal text-soft">
              {one.held.reason} <Moment at={one.held.since} />
            </span>
          </p>
        </article>
      ))}
    </section>
  );
}
