import type { Outgoing } from '../../../conversation/composer/outbox';

/**
 * Whether a reply was refused because it reached the server after the care window closed; sending it again unchanged
 * would fail again.
 */
export function isTooLate({ kind, content }: Pick<Outgoing, 'kind' | 'content'>, code: string): boolean {
  const isWritten = content.text !== undefined || content.attachments !== undefined;
  return code === 'window_closed' && kind === 'reply' && isWritten && !content.retryOf && !content.template;
}
