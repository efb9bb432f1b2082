import { z } from 'zod';

const required = (message: string) => z.string().trim().min(1, message);

/** What the contact form asks for. */
export const contactMessageSchema = z.object({
  name: required('Please tell us your name.'),
  email: required('Please tell us your e-mail address.').pipe(
    z.email('This is not an e-mail address yet.'),
  ),
  message: required('Please write a message.'),
});
export type ContactMessage = z.input<typeof contactMessageSchema>;
