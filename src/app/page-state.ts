import type { DehydratedState } from '@tanstack/react-query';
import type { HydrationState } from 'react-router';
import type { SiteSettings } from '../platform/web/site-settings.ts';

/** What the server writes into a page for the browser to carry on with. */
export interface PageState {
  readonly settings: SiteSettings;
  readonly queries: DehydratedState;
  readonly router: Pick<HydrationState, 'loaderData' | 'errors'>;
}

/** The id of the element that holds it. */
export const pageStateId = 'state';
