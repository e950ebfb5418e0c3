import type {
  ChannelEvent,
  ChannelSettings,
  ContactEvent,
  ConversationEvent,
  CustomerEvent,
  CustomerSettingChange,
  LabelEvent,
  MessageContent,
  MessageEvent,
  TagEvent,
  TeamEvent,
  UserEvent,
} from '@parley/contracts/events';
import { History, id } from '@parley/testing/event-sourcing/history';

/** Builds histories of the events that the conversations context reads. */
export class ConversationHistory extends History<
  | ConversationEvent
  | MessageEvent
  | ContactEvent
  | ChannelEvent
  | UserEvent
  | TeamEvent
  | TagEvent
  | LabelEvent
  | CustomerEvent
> {
  channel(
    word: string,
    {
      teams = [],
      users = [],
      readForAll = true,
    }: { teams?: string[]; users?: string[]; readForAll?: boolean } = {},
  ): void {
    this.add(`channel-${id(word)}`, {
      type: 'ChannelConnected',
      data: {
        name: word,
        platform: 'whatsapp',
        provider: 'whatsapp-cloud',
        customerCareWindowLength: 24,
        readForAll,
        mandatoryAssign: false,
        teamIds: teams.map(id),
        userIds: users.map(id),
        providerAccountId: null,
        businessAccountId: null,
        apiBaseUrl: null,
        secrets: [],
      },
    });
  }

  autoArchive(word: string, autoArchive: ChannelSettings['autoArchive']): void {
    this.add(`channel-${id(word)}`, { type: 'ChannelSettingsChanged', data: { settings: { autoArchive } } });
  }

  user(word: string, role: 'admin' | 'manager' | 'user', forced?: { includeUnassigned: boolean }): void {
    const stream = `user-${id(word)}`;
    const personal = { displayName: word, email: `${word}@example.test` };
    this.add(stream, { type: 'UserAdded', data: { subject: id(word), personal, role } });
    if (!forced) return;
    this.add(stream, {
      type: 'UserTeamFilterForced',
      data: { enforceTeamFilter: true, enforceUnassignedChats: forced.includeUnassigned },
    });
  }

  team(word: string, members: string[] = []): void {
    this.add(`team-${id(word)}`, { type: 'TeamCreated', data: { name: word, colour: '#3b4fd8' } });
    for (const member of members) {
      this.add(`team-${id(word)}`, { type: 'TeamMemberAdded', data: { userId: id(member) } });
    }
  }

  setting(data: CustomerSettingChange): void {
    this.add(`customer-${this.customerId}`, { type: 'CustomerSettingChanged', data });
  }

  deleteTeam(word: string): void {
    this.add(`team-${id(word)}`, { type: 'TeamDeleted', data: {} });
  }

  start(word: string, { contact = 'ana', channel = 'whatsapp', readForAll = true } = {}): void {
    this.add(`contact-${id(contact)}`, {
      type: 'ContactRegistered',
      data: { subject: id(contact), personal: { name: contact, phone: '+34612000000' } },
    });
    this.begin(word, { contact, channel, readForAll });
  }

  about(word: string, fact: ConversationEvent, by?: string): void {
    this.add(`conversation-${id(word)}`, fact, by ? { actor: { type: 'user', id: id(by) } } : {});
  }

  assign(word: string, user: string | null, team: string | null = null): void {
    const data = { userId: user && id(user), teamId: team && id(team) };
    this.about(word, { type: 'ConversationAssigned', data });
  }

  /** @returns the position of the message, for use as `seenUpTo` */
  receive(word: string, message: string, written: Written = {}): string {
    const data = { ...dataOf(word, message, written), isAutomatic: false };
    return this.add(`message-${id(message)}`, { type: 'MessageReceived', data }).position;
  }

  echo(word: string, message: string, written: Written = {}): void {
    const data = dataOf(word, message, written);
    this.add(`message-${id(message)}`, { type: 'MessageEchoed', data });
  }

  queue(word: string, message: string, by = 'tom', contact = 'ana', content?: MessageContent): void {
    this.add(`message-${id(message)}`, queued(word, message, contact, content), {
      actor: { type: 'user', id: id(by) },
    });
  }

  repeat(word: string, failed: string, message: string, by = 'tom'): void {
    const { data } = queued(word, message, 'ana');
    this.add(
      `message-${id(message)}`,
      { type: 'MessageQueued', data: { ...data, retryOf: id(failed) } },
      { actor: { type: 'user', id: id(by) } },
    );
  }

  /** Queues a message with an undo delay. */
  hold(word: string, message: string, by = 'tom', contact = 'ana'): void {
    const { data } = queued(word, message, contact);
    const held = { userId: id(by), until: '2026-05-01T00:00:05.000Z', isScheduled: false };
    this.add(
      `message-${id(message)}`,
      { type: 'MessageHeld', data: { ...data, ...held } },
      { actor: { type: 'user', id: id(by) } },
    );
  }

  queueAutomatic(word: string, message: string, contact = 'ana'): void {
    this.add(`message-${id(message)}`, queued(word, message, contact));
  }

  /** Creates a tag and a label with this name. */
  mark(word: string): void {
    const data = { name: word, colour: '#c92a2a' };
    this.add(`tag-${id(`tag ${word}`)}`, { type: 'TagCreated', data });
    this.add(`label-${id(`label ${word}`)}`, { type: 'LabelCreated', data });
  }

  merge(word: string, into: string): void {
    this.add(`tag-${id(`tag ${word}`)}`, { type: 'TagMerged', data: { intoId: id(`tag ${into}`) } });
    this.add(`label-${id(`label ${word}`)}`, { type: 'LabelMerged', data: { intoId: id(`label ${into}`) } });
  }

  /** Deletes the tag and the label with this name. */
  forget(word: string): void {
    this.add(`tag-${id(`tag ${word}`)}`, { type: 'TagDeleted', data: {} });
    this.add(`label-${id(`label ${word}`)}`, { type: 'LabelDeleted', data: {} });
  }

  tag(word: string, mark: string, isOn = true, by?: string): void {
    const type = isOn ? 'ConversationTagged' : 'ConversationUntagged';
    this.about(word, { type, data: { tagId: id(`tag ${mark}`) } }, by);
  }

  label(contact: string, mark: string, isOn = true): void {
    const type = isOn ? 'ContactLabelled' : 'ContactUnlabelled';
    this.add(`contact-${id(contact)}`, { type, data: { labelId: id(`label ${mark}`) } });
  }

  delete(word: string): void {
    const seenUpTo = this.events.at(-1)?.position ?? '';
    this.about(word, { type: 'ConversationDeleted', data: { seenUpTo, afterDays: null } });
  }

  /** Records that a user has read up to a position. */
  read(word: string, by: string, seenUpTo: string): void {
    this.about(word, { type: 'ConversationRead', data: { userId: id(by), seenUpTo } });
  }

  /** Records that a user marked the message at this position unread. */
  markUnread(word: string, by: string, position: string): void {
    this.about(word, { type: 'ConversationMarkedUnread', data: { userId: id(by), position } });
  }

  /** Starts the conversation; also starts a deleted conversation again. */
  begin(word: string, { contact = 'ana', channel = 'whatsapp', readForAll = true } = {}): void {
    this.about(word, {
      type: 'ConversationStarted',
      data: {
        contactId: id(contact),
        channelId: id(channel),
        readForAll,
        startedAt: '2026-05-01T00:00:00.000Z',
      },
    });
  }

  /** Records an event of a contact. */
  note(contact: string, fact: ContactEvent): void {
    this.add(`contact-${id(contact)}`, fact);
  }

  erase(contact: string): void {
    this.add(`contact-${id(contact)}`, { type: 'ContactErased', data: {} });
  }

  say(message: string, fact: MessageEvent): void {
    this.add(`message-${id(message)}`, fact);
  }
}

interface Written {
  content?: MessageContent;
  contact?: string;
  providerTime?: string;
}

function dataOf(
  word: string,
  message: string,
  { content = { type: 'text', text: message }, contact = 'ana', providerTime }: Written,
) {
  return {
    subject: id(contact),
    personal: { externalId: `wamid.${message}`, content, context: {} },
    contentType: content.type,
    conversationId: id(word),
    channelId: id('whatsapp'),
    contactId: id(contact),
    providerTime: providerTime ?? '2026-12-31T00:00:00.000Z',
  };
}

function queued(
  word: string,
  message: string,
  contact: string,
  content: MessageContent = { type: 'text', text: message },
): Extract<MessageEvent, { type: 'MessageQueued' }> {
  return {
    type: 'MessageQueued',
    data: {
      subject: id(contact),
      personal: { content, context: {} },
      contentType: content.type,
      conversationId: id(word),
      channelId: id('whatsapp'),
      contactId: id(contact),
      clientKey: `${message}:0`,
    },
  };
}
