interface ProgressProps {
  readonly label: string;
  /** From 0 to 1; undefined where nobody knows how much there is. */
  readonly part?: number;
  readonly text: string;
}

/** How far something is, as a bar and in words. */
export function Progress({ label, part, text }: ProgressProps) {
  return (
    <div className="grid gap-2">
      <p className="font-semibold">{label}</p>
      <progress
        aria-label={label}
        className="h-2 w-full max-w-measure accent-accent"
        {...(part !== undefined && { value: part })}
        max={1}
      />
      <p className="text-sm text-soft tabular-nums">{text}</p>
    </div>
  );
}
