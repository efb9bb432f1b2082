import { expect, test } from 'vitest';
import type { Person } from '../../identity/person.ts';
import { opened, type Personal } from '../../platform/web/personal/personal.ts';
import { Sources, TemplateMarks } from './template.ts';

function viewer(): Personal<Person> {
  const sources = new Sources(new TemplateMarks());
  return sources.add({ name: 'viewer' }) as unknown as Personal<Person>;
}

test('a page for all members can look at its viewer through holes only', () => {
  // @ts-expect-error: it doesn't compile either.
  expect(() => viewer().displayName).toThrow('outside of a Hole');
  // @ts-expect-error
  expect(() => viewer().photoURL ?? '/images/avatar.svg').toThrow('outside of a Hole');
  expect(() => opened(viewer())).toThrow('belongs into a Hole');
});
