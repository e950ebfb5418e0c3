import type { MessageContent, MessageEvent, RecordedEvent } from '@parley/contracts/events';
import type { JudgedMessage } from '@parley/contracts/routing/judge';
import { messageTime } from '@parley/contracts/rules/message-time';

export type Received = RecordedEvent & Extract<MessageEvent, { type: 'MessageReceived' }>;

/** A message for the rules, with only the data that its event contains. */
export function judgedMessage({ data, time }: Received): JudgedMessage {
  const { channelId, identityId, personal } = data;
  return {
    ...{ channelId, identityId: identityId ?? null, writtenAt: messageTime(data, time) },
    text: textOf(personal?.content),
  };
}

/** The text of a message's content: of a text, an e-mail, a file's caption or a template; null for other content. */
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
