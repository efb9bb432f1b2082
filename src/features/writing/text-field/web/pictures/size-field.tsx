import { type PictureSize, pictureSizes } from '../../../../../platform/text/picture-size.ts';
import { SelectField } from '../../../../../platform/web/ui/forms/field.tsx';

const labels: Readonly<Record<PictureSize, string>> = { wide: 'Wide', full: 'Full width' };

interface SizeFieldProps {
  readonly size: PictureSize | undefined;
  readonly onSize: (size: PictureSize | undefined) => void;
}

/** Display width of a picture. */
export function SizeField({ size, onSize }: SizeFieldProps) {
  return (
    <SelectField
      label="Size"
      value={size ?? ''}
      onChange={({ target }) => onSize(pictureSizes.find((one) => one === target.value))}
    >
      <option value="">As the text</option>
      {pictureSizes.map((one) => (
        <option key={one} value={one}>
          {labels[one]}
        </option>
      ))}
    </SelectField>
  );
}
