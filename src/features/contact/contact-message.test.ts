import { expect, test } from 'vitest';
import { contactMessageSchema } from './contact-message.ts';

const message = { name: 'Ann', email: 'ann@example.org', message: 'Hello' };

function firstProblemWith(changes: Partial<typeof message>): string | undefined {
  return contactMessageSchema.safeParse({ ...message, ...changes }).error?.issues[0]?.message;
}

test('a name, an e-mail address and a message make a contact message', () => {
  expect(contactMessageSchema.parse(message)).toEqual(message);
});

test('each field is required, and blanks are nothing', () => {
  expect(firstProblemWith({ name: '  ' })).toBe('Please tell us your name.');
  expect(firstProblemWith({ email: '' })).toBe('Please tell us your e-mail address.');
  expect(firstProblemWith({ message: '\n' })).toBe('Please write a message.');
});

test('the e-mail address has to look like one', () => {
  expect(firstProblemWith({ email: 'ann@' })).toBe('This is not an e-mail address yet.');
  expect(firstProblemWith({ email: ' ann@example.org ' })).toBeUndefined();
});
