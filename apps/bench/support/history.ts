import { randomUUID } from 'node:crypto';
import type { ContactEvent, ConversationEvent, MessageEvent } from '@parley/contracts/events';
import type { NewEvent } from '@parley/event-sourcing/store/event-store';
import { newEvent } from '@parley/event-sourcing/store/new-event';

type StoredFact = ContactEvent | ConversationEvent | MessageEvent;

/** An append that begins a stream, or continues a stream after the previous append to it. */
export interface Append {
  stream: string;
  expected: number | 'no-stream';
  event: NewEvent;
}

interface Organisation {
  customerId: string;
  channelId: string;
  agentId: string;
}

/** All events of one conversation, in order: twenty, of which eight are messages. */
export function conversationOf({ customerId, channelId, agentId }: Organisation): Append[] {
  const [contactId, conversationId] = [randomUUID(), randomUUID()];
  const versions = new Map<string, number>();
  const appends: Append[] = [];
  const add = (stream: string, fact: StoredFact) => {
    const version = versions.get(stream);
    versions.set(stream, version === undefined ? 0 : version + 1);
    appends.push({
      stream,
      expected: version ?? 'no-stream',
      event: newEvent(fact, { customerId, by: 'bench' }),
    });
  };
  const [contact, conversation] = [`contact-${contactId}`, `conversation-${conversationId}`];
  const at = new Date().toISOString();
  const name = `Contact ${contactId.slice(0, 8)}`;
  add(contact, { type: 'ContactRegistered', data: { subject: contactId, personal: { name } } });
  add(contact, { type: 'ContactConversationStarted', data: { channelId, conversationId } });
  add(conversation, {
    type: 'ConversationStarted',
    data: { contactId, channelId, readForAll: true, startedAt: at },
  });
  const receive = (text: string) =>
    add(`message-${randomUUID()}`, received({ text, contactId, conversationId, channelId, at }));
  receive('Good morning, is my bicycle ready?');
  add(conversation, { type: 'ConversationAssigned', data: { userId: agentId, teamId: null } });
  for (let turn = 1; turn <= 3; turn++) {
    receive(`The blue one, number ${turn}.`);
    const message = `message-${randomUUID()}`;
    const place = { conversationId, channelId, contactId };
    add(message, {
      type: 'MessageQueued',
      data: {
        subject: contactId,
        personal: { content: { type: 'text', text: 'It will be on Thursday.' }, context: {} },
        contentType: 'text',
        clientKey: randomUUID(),
        ...place,
      },
    });
    add(message, { type: 'MessageSendStarted', data: { attempt: 1 } });
    add(message, { type: 'MessageDelivered', data: { at } });
    if (turn < 3) add(message, { type: 'MessageRead', data: { at } });
  }
  receive('Thank you!');
  return appends;
}

/** A text message of the contact. */
export function received({
  text,
  at,
  ...place
}: {
  text: string;
  contactId: string;
  conversationId: string;
  channelId: string;
  at: string;
}): MessageEvent {
  const personal = { externalId: randomUUID(), content: { type: 'text', text } as const, context: {} };
  return {
    type: 'MessageReceived',
    data: {
      subject: place.contactId,
      personal,
      contentType: 'text',
      providerTime: at,
      isAutomatic: false,
      ...place,
    },
  };
}
