import { ContactDetails } from '../../features/contact/web/contact-details.tsx';
import { ContactForm } from '../../features/contact/web/contact-form.tsx';
import { paths } from '../../paths.ts';
import { nameIn } from '../../platform/site/own-settings.ts';
import { PageHeading, SectionHeading } from '../../platform/web/ui/headings.tsx';
import { definePage } from '../define-page.ts';

function ContactPage() {
  return (
    <>
      <PageHeading lead="A question, a correction, an idea for a story: we like to hear from readers.">
        Contact us
      </PageHeading>
      <div className="grid grid-cols-1 gap-x-12 gap-y-12 md:grid-cols-[3fr_2fr]">
        <section aria-labelledby="write-to-us">
          <SectionHeading size="side" id="write-to-us">
            Write to us
          </SectionHeading>
          <ContactForm />
        </section>
        <section aria-labelledby="reach-us">
          <SectionHeading size="side" id="reach-us">
            Reach us
          </SectionHeading>
          <ContactDetails />
        </section>
      </div>
    </>
  );
}

export const page = definePage(paths.contact, {
  component: ContactPage,
  head: ({ settings: { own } }) => ({
    title: 'Contact',
    description: `Write to ${nameIn(own)}, or reach us by email, by phone or at our desk.`,
  }),
});
