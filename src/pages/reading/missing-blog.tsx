import { useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { useViewer } from '../../identity/web/viewer.ts';
import { lazyChunk } from '../../platform/web/lazy-chunk.ts';
import { NotFound } from '../not-found.tsx';

type HeldBlogPart = typeof import('./held-blog.tsx');

const loadHeldBlog = lazyChunk(() => import('./held-blog.tsx'));

/**
 * In place of a blog that doesn't exist. It is the same for everybody; in a member's browser it asks whether the blog is
 * one of theirs that is hidden.
 */
export function MissingBlog() {
  const { id = '' } = useParams();
  const isMember = useViewer().status === 'signed-in';
  const [part, setPart] = useState<HeldBlogPart>();

  useEffect(() => {
    if (!isMember) return;
    // Without it they read what everybody reads, and My writing tells them the rest.
    loadHeldBlog().then(setPart, () => undefined);
  }, [isMember]);

  if (!part || !isMember) return <NotFound />;
  return <part.HeldBlog id={id} />;
}
