import { useState } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import type { BlogText } from '../../../../../blog/blog-text.ts';
import { Button } from '../../../../../platform/web/ui/button.tsx';
import type { DraftText } from '../../../common/contract.ts';
import { LinkCard } from './link-card.tsx';

interface CardOnDemandProps {
  readonly control: Control<DraftText, unknown, BlogText>;
  /** Where the blog stands, or will. */
  readonly id: string;
}

function CardOfForm({ control, id }: CardOnDemandProps) {
  const [title, imageUrl, imageAlt, shortDescription] = useWatch({
    control,
    name: ['title', 'imageUrl', 'imageAlt', 'shortDescription'],
  });
  return <LinkCard id={id} text={{ title, imageUrl, imageAlt, shortDescription }} />;
}

/** How a link to what is being written will look, as it stands in the form; shown when somebody asks. */
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
