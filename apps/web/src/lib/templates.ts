import { queryOptions } from '@tanstack/react-query';
import type { TemplateResponse, TemplatesResponse } from '@parley/contracts/api/templates';
import { showsSettings } from './changed-settings';
import { freshest } from './directory';

const NAME = 'templates';
showsSettings(NAME, 'template');

/**
 * Query for all WhatsApp templates of the organisation, with the time when they were last compared with the
 * providers'.
 */
export const templatesQuery = queryOptions({
  queryKey: [NAME],
  queryFn: ({ signal }) => freshest<TemplatesResponse>(NAME, '/api/v3/templates', signal),
  staleTime: 5 * 60_000,
});

/** Whether a template can be sent from a channel now. */
export function isSendable(
  { status, isGone, live, channelIds }: TemplateResponse,
  channelId: string,
): boolean {
  return status === 'approved' && !isGone && live !== null && channelIds.includes(channelId);
}

/** Name of a language code in the page's language: `Portuguese (Brazil)` for `pt_BR`. */
export function languageName(code: string, language: string): string {
  try {
    return new Intl.DisplayNames([language], { type: 'language' }).of(code.replace('_', '-')) ?? code;
  } catch {
    return code;
  }
}
