import { idOf, type MessageEvent, type RecordedEvent } from '@parley/contracts/events';
import { messageTime } from '@parley/contracts/rules/message-time';
import { ratingIn, type Said } from '../domain/survey';

/**
 * The parts of a contact's message that the survey reads; undefined if a machine wrote the message or its content was
 * erased.
 */
export function saidIn({
  stream,
  time,
  data,
}: RecordedEvent & Extract<MessageEvent, { type: 'MessageReceived' }>): Said | undefined {
  const { content } = data.personal ?? {};
  if (!content || data.isAutomatic) return undefined;
  const rating = content.type === 'text' ? ratingIn(content.text) : { score: null, hasWords: true };
  return { messageId: idOf(stream), at: messageTime(data, time), ...rating };
}
