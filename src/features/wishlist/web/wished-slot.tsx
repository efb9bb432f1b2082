import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { personal } from '../../../platform/web/personal/personal.ts';
import { Slot } from '../../../platform/web/personal/slot.tsx';
import { isWished, wishedBlogsQuery } from './wishlist-queries.ts';

/** As long as nobody knows. */
const noWishes = personal<readonly string[]>([]);

interface WishedHoleProps {
  readonly blogId: string;
  readonly children: (isWished: boolean) => ReactNode;
}

/** Shows members one of two things: whether a blog is on their wishlist decides. */
export function WishedSlot({ blogId, children }: WishedHoleProps) {
  const { data: wishes = noWishes } = useQuery(wishedBlogsQuery());
  return (
    <Slot of={wishes} is={isWished} about={blogId}>
      {children}
    </Slot>
  );
}
