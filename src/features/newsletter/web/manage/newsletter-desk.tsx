import { useQuery } from '@tanstack/react-query';
import { ErrorNote } from '../../../../platform/web/ui/error-note.tsx';
import { HeadedSection } from '../../../../platform/web/ui/headed-section.tsx';
import { ListSkeleton } from '../../../../platform/web/ui/lists/list-skeleton.tsx';
import { FormSkeleton } from '../../../../platform/web/ui/waiting.tsx';
import { IssueForm } from './issue-form.tsx';
import { IssueItem } from './issue-item.tsx';
import { newsletterQuery, type SubscribersAsked } from './newsletter-queries.ts';
import { NewsletterSwitch } from './newsletter-switch.tsx';
import { SubscriberList } from './subscriber-list.tsx';
import { TestEmail } from './test-email.tsx';

/** The owner's management of the newsletter. */
export function NewsletterDesk(asked: SubscribersAsked) {
  const { data, isError, refetch } = useQuery(newsletterQuery());
  if (isError && !data) {
    return <ErrorNote onRetry={() => refetch()}>The newsletter could not be loaded.</ErrorNote>;
  }
  if (!data) {
    return (
      <div className="grid gap-14">
        <ListSkeleton item="h-24" />
        <FormSkeleton fields={4} />
      </div>
    );
  }
  const { issues, blogs, subscribers, stopped } = data;
  return (
    <>
      {data.isOn && (
        <>
          <HeadedSection className="first:mt-0" title="Newsletters">
            {issues.length === 0 && <p className="text-soft">None has been made yet.</p>}
            {issues.length > 0 && (
              <ul className="border-t border-rule">
                {issues.map((issue) => (
                  <IssueItem
                    key={issue.id}
                    issue={issue}
                    subscribers={subscribers}
                    canSend={data.canSend}
                  />
                ))}
              </ul>
            )}
          </HeadedSection>
          <HeadedSection className="first:mt-0" title="A new one">
            <IssueForm blogs={blogs} />
          </HeadedSection>
        </>
      )}
      <HeadedSection className="first:mt-0" title="Offering it">
        <NewsletterSwitch overview={data} />
        <TestEmail canSend={data.canSend} />
      </HeadedSection>
      <HeadedSection className="first:mt-0" title="Who gets it">
        <p className="mb-6 text-soft">
          {subscribers.toLocaleString('en-US')} {subscribers === 1 ? 'address' : 'addresses'}
          {stopped > 0 && `, and ${stopped.toLocaleString('en-US')} that refused too many emails`}.
        </p>
        <SubscriberList asked={asked} />
      </HeadedSection>
    </>
  );
}
