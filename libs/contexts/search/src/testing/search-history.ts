import type {
  ChannelEvent,
  ContactDetails,
  ContactEvent,
  ConversationEvent,
  LabelEvent,
  MessageContent,
  MessageEvent,
  TagEvent,
  TeamEvent,
  UserEvent,
} from '@parley/contracts/events';
import { History, id } from '@parley/testing/event-sourcing/history';

const blank = { customerCareWindowLength: 24, readForAll: true, mandatoryAssign: false };
const account = { providerAccountId: null, businessAccountId: null, apiBaseUrl: null, secrets: [] };

/** Builds histories of searchable events. Callers pass names, which are converted to ids. */
export class SearchHistory extends History<
  | ChannelEvent
  | ContactEvent
  | ConversationEvent
  | LabelEvent
  | MessageEvent
  | TagEvent
  | TeamEvent
  | UserEvent
> {
  channel(name: string, { users = [] as string[] } = {}): void {
    const data = { name, platform: 'test', provider: 'test', teamIds: [], userIds: users.map(id) } as const;
    this.add(`channel-${id(name)}`, {
      type: 'ChannelConnected',
      data: { ...data, ...blank, ...account, teamIds: [], userIds: users.map(id), secrets: [] },
    });
  }

  user(name: string, role: 'user' | 'manager', { isForced = false } = {}): void {
    const personal = { displayName: name, email: `${name}@example.test` };
    this.add(`user-${id(name)}`, { type: 'UserAdded', data: { subject: id(name), personal, role } });
    if (!isForced) return;
    const data = { enforceTeamFilter: true, enforceUnassignedChats: true };
    this.add(`user-${id(name)}`, { type: 'UserTeamFilterForced', data });
  }

  team(name: string, members: string[] = []): void {
    this.add(`team-${id(name)}`, { type: 'TeamCreated', data: { name, colour: '#3b4fd8' } });
    for (const member of members) {
      this.add(`team-${id(name)}`, { type: 'TeamMemberAdded', data: { userId: id(member) } });
    }
  }

  tag(name: string): void {
    this.add(`tag-${id(name)}`, { type: 'TagCreated', data: { name, colour: '#3b4fd8' } });
  }

  contact(word: string, details: ContactDetails): void {
    const data = { subject: id(word), personal: details };
    this.add(`contact-${id(word)}`, { type: 'ContactRegistered', data: { ...data, personal: {} } });
    this.add(`contact-${id(word)}`, { type: 'ContactDetailsChanged', data });
  }

  comment(contact: string, comment: string, text: string): void {
    const data = { subject: id(contact), personal: { text }, commentId: id(comment), userId: id('mia') };
    this.add(`contact-${id(contact)}`, { type: 'ContactCommentAdded', data });
  }

  start(conversation: string, contact: string, channel: string): void {
    const ids = { contactId: id(contact), channelId: id(channel) };
    const data = { ...ids, readForAll: true, startedAt: '2026-05-01T00:00:00.000Z' };
    this.about(conversation, { type: 'ConversationStarted', data });
  }

  about(conversation: string, fact: ConversationEvent): void {
    this.add(`conversation-${id(conversation)}`, fact);
  }

  assign(conversation: string, user: string | null, team: string | null = null): void {
    const data = { userId: user && id(user), teamId: team && id(team) };
    this.about(conversation, { type: 'ConversationAssigned', data });
  }

  receive(
    message: string,
    { in: conversation, from, on }: { in: string; from: string; on: string },
    content: string | MessageContent,
    time?: string,
  ): void {
    const said = typeof content === 'string' ? ({ type: 'text', text: content } as const) : content;
    this.add(
      `message-${id(message)}`,
      {
        type: 'MessageReceived',
        data: {
          subject: id(from),
          personal: { externalId: message, content: said, context: {} },
          ...{ conversationId: id(conversation), channelId: id(on), contactId: id(from) },
          contentType: said.type,
          providerTime: time ?? '2999-01-01T00:00:00.000Z',
          isAutomatic: false,
        },
      },
      time === undefined ? {} : { time },
    );
  }

  send(
    message: string,
    { in: conversation, to, on, by }: { in: string; to: string; on: string; by: string },
    text: string,
  ): void {
    this.add(
      `message-${id(message)}`,
      {
        type: 'MessageQueued',
        data: {
          subject: id(to),
          personal: { content: { type: 'text', text }, context: {} },
          ...{ conversationId: id(conversation), channelId: id(on), contactId: id(to) },
          contentType: 'text',
          clientKey: message,
        },
      },
      { actor: { type: 'user', id: id(by) } },
    );
  }

  edit(message: string, from: string, text: string): void {
    const personal = { content: { type: 'text', text } as const };
    const data = { subject: id(from), personal, at: '2026-05-01T00:00:00.000Z' };
    this.add(`message-${id(message)}`, { type: 'MessageEdited', data });
  }

  delete(message: string): void {
    this.add(`message-${id(message)}`, { type: 'MessageDeleted', data: { at: '2026-05-01T00:00:00.000Z' } });
  }

  note(conversation: string, contact: string, note: string, text: string): void {
    const data = { subject: id(contact), personal: { text }, commentId: id(note) };
    this.about(conversation, {
      type: 'InternalCommentAdded',
      data: { ...data, userId: id('tom'), clientKey: note },
    });
  }

  merge(contact: string, into: string): void {
    this.add(`contact-${id(contact)}`, { type: 'ContactMerged', data: { intoId: id(into) } });
  }

  unmerge(contact: string, from: string): void {
    this.add(`contact-${id(contact)}`, { type: 'ContactUnmerged', data: { fromId: id(from) } });
  }

  erase(contact: string): void {
    this.add(`contact-${id(contact)}`, { type: 'ContactErased', data: {} });
  }
}

/** The content of a contact's message with a PDF file. */
export function file(fileName: string, caption?: string): MessageContent {
  const asset = {
    assetId: id(fileName),
    contentType: 'application/pdf',
    fileName,
    category: 'document',
  } as const;
  return { type: 'asset', assets: [asset], caption };
}
