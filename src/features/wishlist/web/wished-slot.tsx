import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { personal } from '../../../platform/web/personal/personal.ts';
import { Slot } from '../../../platform/web/personal/slot.tsx';
import { isWished, wishedBlogsQuery } from './wishlist-queries.ts';

/** Until the wishes are known. */
const noWishes = personal<readonly string[]>([]);

interface WishedHoleProps {
  readonly blogId: string;
  readonly children: (isWished: boolean) => ReactNode;
}

/** Renders one of two contents for members, by whether a blog is on their wishlist. */
export function WishedSlot({ blogId, children }: WishedHoleProps) {
  const { data: wishes = noWishes } = useQuery(wishedBlogsQuery());
  return (
    <Slot of={wishes} is={isWished} about={blogId}>
      {children}
    </Slot>
  );
}
