interface ProgressProps {
  readonly label: string;
  /** From 0 to 1; undefined if the total is unknown. */
  readonly part?: number;
  readonly text: string;
}

/** Progress as a bar and as text. */
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
