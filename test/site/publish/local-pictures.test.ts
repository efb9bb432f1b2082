import { expect } from 'vitest';
import { testOnEachEngine } from '../../../src/storage/testing.ts';
import { fileOn, fronts } from './testing-publish.ts';

/** Texts in which `@` is the address of a picture, and the name of the file that it means. */
const addresses = ['pic.png', 'my%20pic.png', '100%.png', 'a%23b.png', 'what%3F.png'];
const names = ['pic.png', 'my pic.png', '100%.png', 'a#b.png', 'what?.png'];

testOnEachEngine(
  'pictures are sent wherever the text names them, and whatever their names',
  async ({ storage }) => {
    const { draw, write, publish, blog } = await fileOn(storage);
    for (const name of [...names, 'a_b&c.png']) await draw(name);
    const body = [
      ...addresses.map((address) => `![inline](${address})`),
      '![in angles](<my pic.png> "my pic.png")',
      '![escaped](a\\_b&amp;c.png)',
      '![in its title](pic.png "pic.png")',
      '![by reference][p], ![collapsed][], and ![short]; [a link][other] and [its page](page.png)',
      '| table |\n| --- |\n| ![cell](pic.png) |',
      'A note.[^1]\n\n[^1]: ![noted](pic.png)',
      '`![code](pic.png)`',
      '[p]: pic.png "pic.png"\n[P]: second.png\n[collapsed]:\n  <my pic.png>\n[short]: pic.png\n[other]: other.png\n[pic.png]: pic.png',
    ].join('\n\n');
    write(`${fronts.YAML}\n${body}\n`);
    const { id, pictures } = await publish();
    const { longDescription } = await blog(id);
    const shape = longDescription.replace(/\/images\/uploads\/[\w.-]+/g, '@');
    expect(shape).toBe(
      [
        ...addresses.map(() => '![inline](@)'),
        '![in angles](<@> "my pic.png")',
        '![escaped](@)',
        '![in its title](@ "pic.png")',
        '![by reference][p], ![collapsed][], and ![short]; [a link][other] and [its page](page.png)',
        '| table |\n| --- |\n| ![cell](@) |',
        'A note.[^1]\n\n[^1]: ![noted](@)',
        '`![code](pic.png)`',
        '[p]: @ "pic.png"\n[P]: second.png\n[collapsed]:\n  <@>\n[short]: @\n[other]: other.png\n[pic.png]: pic.png',
      ].join('\n\n'),
    );
    expect(pictures).toBe(7);
  },
);
