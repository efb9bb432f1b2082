import { PictureFrame } from '../../platform/web/ui/pictures/picture-frame.tsx';
import { artworkOf, type Category } from '../contract.ts';
import { tintOf } from './category-label.tsx';

export interface CoverPictureProps {
  readonly imageUrl: string;
  readonly category: Category;
  /** The `sizes` attribute of the image. */
  readonly sizes: string;
  /** Empty by default: the title is next to the picture. */
  readonly alt?: string;
  /** True for the first picture in the viewport: it loads with priority. */
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
