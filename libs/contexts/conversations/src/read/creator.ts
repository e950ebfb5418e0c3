import type { CreatorEntity } from '@parley/contracts/api/conversations';
import type { MessageEvent, RecordedEvent } from '@parley/contracts/events';

type Written = RecordedEvent &
  Extract<MessageEvent, { type: 'MessageReceived' | 'MessageEchoed' | 'MessageQueued' | 'MessageHeld' }>;

/**
 * The kind of author of a message: the contact, the organisation's own app at the provider for an echo, or else the
 * kind of the event's actor.
 */
export function creatorOf({ type, actor }: Written): CreatorEntity {
  if (type === 'MessageReceived') return 'contact';
  return type === 'MessageEchoed' ? 'app' : actor.type;
}
