import { type DefaultTreeAdapterTypes, parse } from 'parse5';

type Node = DefaultTreeAdapterTypes.Node;

const runs = /^(javascript|vbscript|data:(?!image\/(png|jpe?g|gif|webp|avif)))/i;
const leading: ReadonlySet<string> = new Set([
  'href',
  'src',
  'action',
  'formaction',
  'data',
  'poster',
  'background',
  'srcdoc',
]);

function dangerOf(name: string, value: string): boolean {
  return (
    /^on/i.test(name) ||
    name === 'srcdoc' ||
    (leading.has(name) && runs.test(value.replace(/[\s\p{Cc}]/gu, '')))
  );
}

/** Parts of a page that could run a payload: dangerous attributes with their values, and scripts that contain it. */
export function dangersInHtml(html: string): readonly string[] {
  const dangers: string[] = [];
  const visit = (node: Node): void => {
    if ('attrs' in node) {
      for (const { name, value } of node.attrs) {
        if (dangerOf(name, value)) dangers.push(`<${node.tagName} ${name}=${value.slice(0, 80)}>`);
      }
      const type = node.attrs.find(({ name }) => name === 'type')?.value ?? '';
      if (node.tagName === 'script' && !/json/.test(type)) {
        const text = node.childNodes.map((child) => ('value' in child ? child.value : '')).join('');
        if (text.includes('alert(1)')) dangers.push(`<script>${text.slice(0, 80)}`);
      }
    }
    if ('childNodes' in node) node.childNodes.forEach(visit);
  };
  visit(parse(html));
  return dangers;
}
