import { queryOptions } from '@tanstack/react-query';
import type { TemplateResponse, TemplatesResponse } from '@parley/contracts/api/templates';
import { showsSettings } from './changed-settings';
import { freshest } from './directory';

const NAME = 'templates';
showsSettings(NAME, 'template');

/** Every WhatsApp template of the organisation, and when they were last compared with what providers have. */
export const templatesQuery = queryOptions({
  queryKey: [NAME],
  queryFn: ({ signal }) => freshest<TemplatesResponse>(NAME, '/api/v3/templates', signal),
  staleTime: 5 * 60_000,
});

/** Whether the provider takes a template from a channel now. */
export function isSendable(
  { status, isGone, live, channelIds }: TemplateResponse,
  channelId: string,
): boolean {
  return status === 'approved' && !isGone && live !== null && channelIds.includes(channelId);
}

/** What a language's code means, in the language of the page: `Portuguese (Brazil)` for `pt_BR`. */
export function languageName(code: string, language: string): string {
  try {
    return new Intl.DisplayNames([language], { type: 'language' }).of(code.replace('_', '-')) ?? code;
  } catch {
    return code;
  }
}
