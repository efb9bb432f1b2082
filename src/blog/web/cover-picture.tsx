import { PictureFrame } from '../../platform/web/ui/pictures/picture-frame.tsx';
import { artworkOf, type Category } from '../contract.ts';
import { tintOf } from './category-label.tsx';

export interface CoverPictureProps {
  readonly imageUrl: string;
  readonly category: Category;
  /** How wide the picture is shown, as the `sizes` of an image. */
  readonly sizes: string;
  /** Empty by default: the title is beside the picture. */
  readonly alt?: string;
  /** True for the picture that a visitor sees first: it loads ahead of the others. */
  readonly isFirst?: boolean;
  readonly className?: string;
}

/** A blog's cover at 16:10, and its category's artwork where the cover can't be loaded; never a broken icon. */
export function CoverPicture({ imageUrl, category, alt = '', ...rest }: CoverPictureProps) {
  return (
    <div className={tintOf(category)}>
      <PictureFrame src={imageUrl} fallbackSrc={artworkOf(category)} alt={alt} {...rest} />
    </div>
  );
}
