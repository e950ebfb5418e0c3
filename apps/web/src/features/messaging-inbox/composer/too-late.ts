import type { Outgoing } from '../../../conversation/composer/outbox';

/**
 * Whether an answer reached the server after the care window closed. Sent again as it is, it would be refused again.
 */
export function isTooLate({ kind, content }: Pick<Outgoing, 'kind' | 'content'>, code: string): boolean {
  const isWritten = content.text !== undefined || content.attachments !== undefined;
  return code === 'window_closed' && kind === 'reply' && isWritten && !content.retryOf && !content.template;
}
