import type { MessageContent, MessageEvent, RecordedEvent } from '@parley/contracts/events';
import type { JudgedMessage } from '@parley/contracts/routing/judge';
import { messageTime } from '@parley/contracts/rules/message-time';

export type Received = RecordedEvent & Extract<MessageEvent, { type: 'MessageReceived' }>;

/** What the event itself says to the rules. */
export function judgedMessage({ data, time }: Received): JudgedMessage {
  const { channelId, identityId, personal } = data;
  return {
    ...{ channelId, identityId: identityId ?? null, writtenAt: messageTime(data, time) },
    text: textOf(personal?.content),
  };
}

/** What was written: the text itself, that of an e-mail, what stands below a file, or the answer to a template. */
export function textOf(content: MessageContent | null | undefined): string | null {
  switch (content?.type) {
    case 'text':
    case 'template':
    case 'email':
      return content.text;
    case 'asset':
      return content.caption ?? null;
    default:
      return null;
  }
}
