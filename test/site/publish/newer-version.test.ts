import { expect } from 'vitest';
import { text } from '../../../src/blog/server/testing.ts';
import {
  addBlog,
  updateBlog,
} from '../../../src/features/writing/publishing/contract/publishing.ts';
import { testOnEachEngine } from '../../../src/storage/testing.ts';
import { fileOn, fronts } from './testing-publish.ts';

testOnEachEngine(
  'a file replaces no version that it isn’t based on, unless it is told to',
  async ({ storage }) => {
    const { ada, read, write, change, publish, blog } = await fileOn(storage);
    write(`${fronts.YAML}\nOne.\n`);
    const { id } = await publish();
    change('One.', 'Two.');
    await publish();
    change('Two.', 'Three.');
    await publish();

    await ada.call(updateBlog, { params: { id }, body: { ...text, title: 'In the browser' } });
    change('Three.', 'Four.');
    const before = read();
    await expect(publish()).rejects.toThrow(/changed elsewhere.*\/blog\/.*--overwrite/);
    expect(read()).toBe(before);
    expect((await blog(id)).title).toBe('In the browser');

    await publish({ overwrites: true });
    expect((await blog(id)).longDescription).toBe('Four.');
    change('Four.', 'Five.');
    await publish();
    expect((await blog(id)).longDescription).toBe('Five.');
  },
);

testOnEachEngine(
  'a file that doesn’t say its version saves its blog, and learns the version by it',
  async ({ storage }) => {
    const { ada, write, change, publish, blog } = await fileOn(storage);
    const { _id: id } = (await ada.call(addBlog, { body: text })).body;
    for (const other of ['', 'etag = "a\u0161b"\n', 'etag = ""\n']) {
      write(`${fronts.TOML.replace('+++\n', `+++\nid = "${id}"\n${other}`)}\nOne.\n`);
      await publish();
      expect((await blog(id)).longDescription).toBe('One.');
      await ada.call(updateBlog, { params: { id }, body: text });
      change('One.', 'Two.');
      await expect(publish()).rejects.toThrow(/changed elsewhere.*--overwrite/);
      expect((await blog(id)).longDescription).toBe(text.longDescription);
    }
  },
);

testOnEachEngine(
  'another blog that is named is saved, and the file keeps its own id',
  async ({ storage }) => {
    const { ada, read, write, publish, blog } = await fileOn(storage);
    const { _id: other } = (await ada.call(addBlog, { body: text })).body;
    write(`${fronts.JSON}\nOne.\n`);
    const { id } = await publish();
    const before = read();
    await publish({ id: other });
    expect([(await blog(other)).longDescription, read()]).toEqual(['One.', before]);
    expect(before).toContain(id);
  },
);

testOnEachEngine(
  'a run that is repeated doesn’t take what was changed meanwhile for the version of its file',
  async ({ storage }) => {
    const { ada, write, read, publish, blog } = await fileOn(storage);
    const source = `${fronts.YAML}\nOne.\n`;
    write(source);
    const { id } = await publish();
    // As if the reply had been lost.
    write(source);
    await ada.call(updateBlog, { params: { id }, body: { ...text, title: 'In the browser' } });
    expect((await publish()).id).toBe(id);
    expect(read()).toContain(`id: ${id}`);
    await expect(publish()).rejects.toThrow(/--overwrite/);
    expect((await blog(id)).title).toBe('In the browser');
  },
);
