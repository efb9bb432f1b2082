/** What stands between the two parts of a MathML element when it is written on one line. */
const joints: Readonly<Record<string, string>> = { msub: '_', msup: '^', mfrac: '/' };
const spaced: ReadonlySet<string> = new Set(['mo', 'mspace']);

/** A MathML formula as text: `x_i`, `2^n`, `a/b`; each row of a table on a line of its own. */
export function formulaText(mathml: string): string {
  const open: { readonly name: string; readonly end: string; children: number }[] = [];
  const text = mathml.replace(
    /\s*<(\/?)([a-z]+)([^<>]*)>\s*/gi,
    (_, slash: string, name: string, rest: string) => {
      const space = spaced.has(name) ? ' ' : '';
      if (slash) {
        return `${open.pop()?.end ?? ''}${name === 'mtr' ? '\n' : space}`;
      }
      const parent = open.at(-1);
      if (parent) parent.children += 1;
      const joint = parent?.children === 2 ? (joints[parent.name] ?? '') : '';
      const isGroup = joint !== '' && name === 'mrow';
      if (!rest.endsWith('/')) open.push({ name, end: isGroup ? ')' : '', children: 0 });
      return `${joint}${isGroup ? '(' : space}`;
    },
  );
  return text
    .split('\n')
    .map((line) => line.replace(/[ \t]+/g, ' ').trim())
    .filter(Boolean)
    .join('\n');
}
