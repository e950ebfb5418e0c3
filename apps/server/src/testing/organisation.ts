import { randomUUID } from 'node:crypto';
import {
  roles,
  settingsCategories,
  type Fact,
  type RecordedEvent,
  type SettingsCategory,
} from '@parley/contracts/events';
import { examples as examplesByType } from '@parley/contracts/events/golden/examples';
import { ConversationHistory } from '@parley/conversations/testing/conversation-history';
import { participantIdOf } from '@parley/team-chat/ids';
import { id } from '@parley/testing/event-sourcing/history';
import type { Engines } from '../engines';
import { allViewsShow } from './all-views-show';

const examples: Partial<Record<string, unknown[]>> = examplesByType;

/** A test organisation with one object of each kind, each with an id of its own. */
export class Organisation {
  readonly customerId = randomUUID();
  readonly story = new ConversationHistory(this.customerId);

  constructor(private readonly name: string) {
    const { story } = this;
    const word = (thing: string) => this.word(thing);
    this.says(
      'customer',
      'CustomerRegistered',
      { name, domain: `${name}.example`, storageName: name },
      this.customerId,
    );
    this.says('customer', 'CustomerSettingChanged', { name: 'apiEnabled', value: true }, this.customerId);
    this.says('customer', 'CustomerSettingChanged', { name: 'country', value: 'NL' }, this.customerId);
    for (const role of roles) story.user(word(role), role);
    story.team(word('team'), [word('user')]);
    story.channel(word('channel'));
    story.start(word('conversation'), { contact: word('contact'), channel: word('channel') });
    story.receive(word('conversation'), word('message'), { contact: word('contact') });
    for (const category of settingsCategories) {
      const [created] = examples[createdOf(category)] ?? [];
      if (created && !this.has(category)) this.says(category, createdOf(category), created);
    }
    const [installed] = examplesByType.AppInstalled;
    this.says('app', 'AppInstalled', { ...installed, scopes: ['contact:read', 'data', 'proxy'] });
    const [asked] = examplesByType.AssistantAsked;
    this.says('assistantRun', 'AssistantAsked', asked);
    const subject = this.id('contact');
    const comment = { subject, personal: { text: 'Prefers mornings' }, commentId: this.id('comment') };
    this.says('contact', 'ContactCommentAdded', { ...comment, userId: this.id('admin') });
    const metadata = { subject, personal: { name: 'Frame', value: '54' }, metadataId: this.id('metadata') };
    this.says('contact', 'ContactMetadataSet', metadata);
    const list = { name: 'Regulars', description: '', conditions: null };
    const [requested] = examplesByType.ExportRequested;
    this.says('export', 'ExportRequested', requested);
    const [report] = examplesByType.InsightReportSwitchedOn;
    this.says('insightReport', 'InsightReportSwitchedOn', { ...report, ownerId: this.id('admin') });
    this.says('contactList', 'ContactListAdded', list);
    const [attachment] = examplesByType.TemplateAttachmentChanged;
    this.says('template', 'TemplateAttachmentChanged', attachment);
    const [broadcast] = examplesByType.BroadcastDrafted;
    this.says('broadcast', 'BroadcastDrafted', { ...broadcast, templateId: null, listId: null });
    this.says('teamChat', 'TeamChatStarted', { title: null, userIds: roles.map((role) => this.id(role)) });
    const entry = { chatId: this.id('teamChat'), userId: this.id('admin'), subject: this.id('admin') };
    const said = { tmpId: 'tmp-00000001', replyTo: null, mentions: [] };
    const words = { message: 'Soup?', attachments: [] };
    const sent = { ...entry, ...said, personal: words };
    this.says('teamChatEntry', 'TeamChatEntrySent', sent, this.id('message'));
    this.says(
      'ipWhitelist',
      'IpWhitelistEntryAdded',
      { entryId: this.id('entry'), name: 'Here', address: '127.0.0.1' },
      this.customerId,
    );
  }

  id(thing: string): string {
    if (thing === 'customer') return this.customerId;
    if (thing === 'participant') return participantIdOf(this.id('teamChat'), this.id('admin'));
    return thing === 'storage' ? this.name : id(this.word(thing));
  }

  private word(thing: string): string {
    return `${thing} of ${this.name}`;
  }

  private has(category: SettingsCategory): boolean {
    return this.story.events.some(({ stream }) => stream === `${category}-${this.id(category)}`);
  }

  private says(category: string, type: string, data: unknown, its = this.id(category)): void {
    this.story.add(`${category}-${its}`, { type, data } as never);
  }
}

function createdOf(category: SettingsCategory): string {
  return `${category[0]!.toUpperCase()}${category.slice(1)}Created`;
}

/** The segment of a path for a settings category: `quick-replies` for `quickReply`. */
function segmentOf(category: SettingsCategory): string {
  const singular = category.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return `${singular.replace(/([^aeiou])y$/, '$1ie')}s`;
}

/**
 * For each segment of a path, the kind of the id after it. Settings have the category of their streams; a new kind
 * that is no settings category has to be added here.
 */
export const idBehind: Record<string, string> = {
  ...Object.fromEntries(settingsCategories.map((category) => [segmentOf(category), category])),
  users: 'admin',
  plugins: 'app',
  data: 'record',
  test: 'channel',
  // An identity's id is that of the channel itself: the identity of the channel's own account.
  identities: 'channel',
  signatures: 'channel',
  'chats-list': 'conversation',
  'messaging-chats': 'conversation',
  'email-chats': 'conversation',
  assets: 'message',
  'signed-cookies': 'storage',
  entries: 'message',
  contacts: 'contact',
  metadata: 'metadata',
  'internal-comments': 'comment',
  mentions: 'comment',
  'ip-whitelist': 'entry',
  parked: 'parked',
  'set-aside-mails': 'setAside',
  jobs: 'job',
  'smart-route-back-tests': 'job',
  'contact-imports': 'import',
  'contact-lists': 'contactList',
  broadcasts: 'broadcast',
  reports: 'insightReport',
  members: 'contact',
  deliveries: 'delivery',
  devices: 'device',
  'team-chats': 'teamChat',
  participants: 'participant',
  'team-chat-entries': 'message',
  'user-id': 'admin',
};

/** Appends an organisation's history. Resolves once every view shows it. */
export async function tell(engines: Engines, { story, customerId }: Organisation): Promise<void> {
  let position = '';
  for (const { stream, version: _version, position: _position, ...event } of story.events as (RecordedEvent &
    Fact)[]) {
    ({ position } = await engines.store.append(stream, [event], { expected: 'any', customerId }));
  }
  await allViewsShow(engines, position);
}
