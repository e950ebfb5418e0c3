import { queryOptions } from '@tanstack/react-query';
import type { SupportRequestResponse, SupportResponse } from '@parley/contracts/api/support';
import { api } from '../../lib/api-client';
import { lastFailure } from '../../lib/problem';

export const supportQuery = queryOptions({
  queryKey: ['support'],
  queryFn: ({ signal }) => api<SupportResponse>('/api/v3/support', { signal }),
  staleTime: 5 * 60_000,
});

/** Technical details that are sent with a question; the form shows them to the user first. */
export interface Details {
  page: string;
  browser: string;
  size: string;
  language: string;
  requestId?: string;
}

/** @param page path of the page on which the user needed help */
export function detailsOf(page: string, language: string): Details {
  const { requestId } = lastFailure;
  return {
    page: page.slice(0, 200),
    browser: navigator.userAgent.slice(0, 400),
    size: `${window.innerWidth}×${window.innerHeight}`,
    language,
    ...(requestId && { requestId: requestId.slice(0, 100) }),
  };
}

export function askSupport(text: string, details: Details): Promise<SupportRequestResponse> {
  return api('/api/v3/support/requests', { method: 'POST', body: { text, details }, makes: true });
}
