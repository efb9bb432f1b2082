import { expect, test } from 'vitest';
import { contactMessageSchema, forwardToSchema } from './contact-message.ts';

const message = { name: 'Ann', email: 'ann@example.org', message: 'Hello' };

function firstProblemWith(changes: Partial<typeof message>): string | undefined {
  return contactMessageSchema.safeParse({ ...message, ...changes }).error?.issues[0]?.message;
}

test('a contact message of name, e-mail and text is valid', () => {
  expect(contactMessageSchema.parse(message)).toEqual(message);
});

test('each contact field is required, and blanks do not count', () => {
  expect(firstProblemWith({ name: '  ' })).toBe('Please tell us your name.');
  expect(firstProblemWith({ email: '' })).toBe('Please tell us your email address.');
  expect(firstProblemWith({ message: '\n' })).toBe('Please write a message.');
});

test('the contact e-mail address must be valid', () => {
  expect(firstProblemWith({ email: 'ann@' })).toBe('This is not an email address yet.');
  expect(firstProblemWith({ email: ' ann@example.org ' })).toBeUndefined();
});

test('invisible characters do not fill a contact field, and direction controls are removed from the name', () => {
  expect(firstProblemWith({ name: '\u3164' })).toBe('Please tell us your name.');
  expect(firstProblemWith({ message: '\u200b\u2800' })).toBe('Please write a message.');
  expect(contactMessageSchema.parse({ ...message, name: '\u202eAnn\u2066' }).name).toBe('Ann');
});

test('the forwarding address is one e-mail address or empty', () => {
  expect(forwardToSchema.parse('')).toBe('');
  expect(forwardToSchema.parse(' Ann@example.org ')).toBe('ann@example.org');
  for (const given of ['ann', 'a@example.org, b@example.org', 'a@example.org\r\nBcc: b@c.de']) {
    const [issue] = forwardToSchema.safeParse(given).error?.issues ?? [];
    expect(issue?.message, given).toBe('This is not an email address yet.');
  }
});
