import { useState } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import type { BlogText } from '../../../../../blog/blog-text.ts';
import { Button } from '../../../../../platform/web/ui/button.tsx';
import type { DraftText } from '../../../common/contract.ts';
import { LinkCard } from './link-card.tsx';

interface CardOnDemandProps {
  readonly control: Control<DraftText, unknown, BlogText>;
  /** Id of the blog, published or not. */
  readonly id: string;
}

function CardOfForm({ control, id }: CardOnDemandProps) {
  const [title, imageUrl, imageAlt, shortDescription] = useWatch({
    control,
    name: ['title', 'imageUrl', 'imageAlt', 'shortDescription'],
  });
  return <LinkCard id={id} text={{ title, imageUrl, imageAlt, shortDescription }} />;
}

/** Link preview of the form's current text, shown on demand. */
export function CardOnDemand(props: CardOnDemandProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button aria-expanded={isOpen} className="mb-4" onClick={() => setIsOpen(!isOpen)}>
        {isOpen ? 'Hide the card' : 'Show the card'}
      </Button>
      {isOpen && <CardOfForm {...props} />}
    </>
  );
}
