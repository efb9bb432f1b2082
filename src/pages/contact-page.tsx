import { paths } from '../paths.ts';
import { definePage } from './define-page.ts';

function ContactPage() {
  return <h1>Contact</h1>;
}

export const contactPage = definePage({
  component: ContactPage,
  head: () => ({ title: 'Contact', description: 'Contact', canonicalPath: paths.home.to() }),
});
