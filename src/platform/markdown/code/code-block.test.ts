import { expect, test } from 'vitest';
import { layOut } from '../lay-out.ts';
import { renderMarkdown } from '../render-markdown.ts';
import { codeLanguages } from './code-languages.ts';
import { codeRoles, colourCode } from './colour-code.ts';

const fenced = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\`\n`;
const isColoured = (html: string) => html.includes('<span class="');

test('code is highlighted, under the name of its language', () => {
  expect(renderMarkdown(fenced('py', 'def a(): return f"b{1}" # <c>'))).toBe(
    '<div class="code" dir="ltr"><p class="code-language">Python</p><pre tabindex="0">' +
      '<code class="language-py"><span class="keyword">def</span> <span class="name">a</span>(): ' +
      '<span class="keyword">return</span> <span class="string">f"b</span>{<span class="number">1' +
      '</span>}<span class="string">"</span> <span class="comment"># &#x3C;c></span>\n</code></pre></div>',
  );
});

test('code of no language or of an unknown one is not highlighted', () => {
  expect(renderMarkdown(fenced('', 'const a = 1;'))).toBe(
    '<div class="code" dir="ltr"><p class="code-language">Code</p>' +
      '<pre tabindex="0"><code>const a = 1;\n</code></pre></div>',
  );
  expect(renderMarkdown(fenced('klingon', 'const a = 1;'))).toBe(
    '<div class="code" dir="ltr"><p class="code-language">klingon</p>' +
      '<pre tabindex="0"><code class="language-klingon">const a = 1;\n</code></pre></div>',
  );
});

test('highlighting keeps the text of the code unchanged, in every language', () => {
  const code = [
    '<?php $a = "b"; ?> <style>a { b: c }</style> <script>let a = `b`;</script>',
    'def f(x): return {"a": [1, 0x2, \'3\']} # c',
    '@Override public <T> void f(T t) { /* d */ }  --e\n+ f\n- g\n',
  ].join('\n');
  for (const language of codeLanguages) {
    const pieces = colourCode(code, language);
    expect(pieces?.map(({ text }) => text).join('')).toBe(code);
    for (const { role } of pieces ?? []) expect([undefined, ...codeRoles]).toContain(role);
  }
});

test.each(codeLanguages)(
  'a large block and a long line of %s are rendered without highlighting',
  (language) => {
    const large = fenced(language, 'a = 1;\n'.repeat(15_000));
    const long = fenced(language, 'a = 1; '.repeat(1_000));
    expect(isColoured(renderMarkdown(large))).toBe(false);
    expect(isColoured(renderMarkdown(long))).toBe(false);
  },
);

test('highlighting is limited by characters and by pieces per text', () => {
  const coloured = (html: string) =>
    [...html.matchAll(/<code class="language-js">(.*?)<\/code>/gs)].map(([, code = '']) =>
      isColoured(code),
    );
  const quiet = fenced('js', `// ${'x'.repeat(300)}\n`.repeat(26));
  expect(coloured(renderMarkdown(quiet.repeat(6)))).toEqual([true, true, true, true, false, false]);
  const busy = fenced('js', '1;2;3;4;5;6;7;8;9;0;\n'.repeat(70));
  expect(coloured(renderMarkdown(busy.repeat(4)))).toEqual([true, true, false, false]);
});

test('highlighting never makes a text exceed the page size limit', () => {
  expect(layOut(fenced('js', '1;2;3;4;5;6;7;8;9;0;\n'.repeat(145)).repeat(4))?.html).toBeDefined();
});
