import type { ReportReason } from '../contract/reports.ts';

export const reasonLabels: Readonly<Record<ReportReason, string>> = {
  spam: 'Advertising or spam',
  abuse: 'It insults or threatens somebody',
  illegal: 'It may be against the law',
  copied: 'It is copied from somebody else',
  other: 'Something else',
};
