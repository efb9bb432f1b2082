import { expect, test } from 'vitest';
import { contactMessageSchema, forwardToSchema } from './contact-message.ts';

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

test('what nobody sees is nothing, and a name turns nothing of the subject that it stands in', () => {
  expect(firstProblemWith({ name: '\u3164' })).toBe('Please tell us your name.');
  expect(firstProblemWith({ message: '\u200b\u2800' })).toBe('Please write a message.');
  expect(contactMessageSchema.parse({ ...message, name: '\u202eAnn\u2066' }).name).toBe('Ann');
});

test('messages are sent on to one address, or to nowhere', () => {
  expect(forwardToSchema.parse('')).toBe('');
  expect(forwardToSchema.parse(' Ann@example.org ')).toBe('ann@example.org');
  for (const given of ['ann', 'a@example.org, b@example.org', 'a@example.org\r\nBcc: b@c.de']) {
    const [issue] = forwardToSchema.safeParse(given).error?.issues ?? [];
    expect(issue?.message, given).toBe('This is not an e-mail address yet.');
  }
});
