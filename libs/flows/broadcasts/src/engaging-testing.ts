import { randomInt, randomUUID } from 'node:crypto';
import type { Type } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ChannelQueries } from '@parley/channels/read/channels.queries';
import { whatsAppConnection } from '@parley/channels/testing/connection';
import { ConnectChannel } from '@parley/channels/write/channel.handler';
import { IdentifyContact } from '@parley/contacts/write/identify-contact';
import { ToContact } from '@parley/contacts/domain/contact';
import type { BroadcastDetails, LedgerFilter } from '@parley/contracts/api/broadcasts';
import type { BroadcastRequest } from '@parley/contracts/api/broadcasts.requests';
import { emptyTemplate, type Fact, type TemplateButton } from '@parley/contracts/events';
import { GraphDouble, type GraphSend } from '@parley/doubles/graph/graph-double';
import { eventually } from '@parley/testing/waiting/eventually';
import { BroadcastQueries } from '@parley/engage/read/broadcast.queries';
import { engageView } from '@parley/engage/read/engage.view';
import { LedgerQueries } from '@parley/engage/read/ledger.queries';
import { AdministerBroadcasts } from '@parley/engage/write/administer-broadcasts';
import { ToEngageSettings } from '@parley/engage/domain/engage-settings';
import { requestedNow, type CommandContext } from '@parley/event-sourcing/decider/command';
import { newEvent } from '@parley/event-sourcing/store/new-event';
import { InboundConsumer } from '@parley/messages/inbound.consumer';
import { TestWorker } from '@parley/server/roles/worker/worker-testing';
import { allViewsShow } from '@parley/server/testing/all-views-show';

const reply = (text: string): TemplateButton => ({ type: 'quick-reply', text, target: '' });
const answers = [reply('Show me'), reply('Not now')];

/**
 * A test organisation with a channel, templates and contacts, and a fake of WhatsApp's API that records the sent
 * messages.
 */
export class BroadcastOffice {
  readonly customerId = randomUUID();
  readonly me = { customerId: this.customerId, userId: randomUUID() };
  readonly account = String(randomInt(1e12, 9e12));
  readonly channelId = randomUUID();
  readonly templateId = randomUUID();

  private constructor(
    readonly worker: TestWorker,
    readonly graph: GraphDouble,
    private readonly close: () => Promise<void>,
  ) {}

  static async open(): Promise<BroadcastOffice> {
    const worker = await TestWorker.start();
    const graph = new GraphDouble({ appSecret: 'app-secret' });
    const { url, close } = await graph.listen();
    const office = new BroadcastOffice(worker, graph, close);
    const { channelId, account } = office;
    const secrets = { 'access-token': 'token', 'app-secret': 'app-secret' };
    const connect = new ConnectChannel(
      channelId,
      whatsAppConnection(account, url),
      secrets,
      office.context(),
    );
    await office.get(CommandBus).execute(connect);
    await office.settle();
    await office.template(office.templateId, 'sale', 'Hi {{1}}, all bikes 20% off.');
    await office.settings({ perSecond: 1_000 });
    office.get(AdministerBroadcasts).undoMs = 300;
    return office;
  }

  async stop(): Promise<void> {
    await this.worker.stop();
    await this.close();
  }

  get<T>(type: Type<T>): T {
    return this.worker.app.get(type, { strict: false });
  }

  context(): CommandContext {
    return requestedNow(this.me);
  }

  async says(stream: string, fact: Fact): Promise<void> {
    const { customerId } = this;
    const event = newEvent(fact, { customerId, by: 'test' });
    await this.worker.engines.store.append(stream, [event], { expected: 'any', customerId });
  }

  /** Waits until every view has folded the whole log. */
  async settle(): Promise<void> {
    await allViewsShow(this.worker.engines);
  }

  /** Adds an approved template of the channel's account, with two quick replies unless `buttons` are given. */
  async template(id: string, name: string, body: string, buttons = answers): Promise<void> {
    const channel = await this.get(ChannelQueries).forWorker(this.customerId, this.channelId);
    await this.says(`template-${id}`, {
      type: 'TemplateFound',
      data: {
        ...{ provider: 'whatsapp-cloud', accountId: channel.businessAccountId ?? this.account },
        ...{ name, language: 'en', category: 'marketing', externalId: id },
        content: { ...emptyTemplate, body, buttons },
      },
    });
    await this.says(`template-${id}`, {
      type: 'TemplateReviewed',
      data: { status: 'approved', reason: null, advice: null },
    });
    await this.settle();
  }

  async settings(changes: object): Promise<void> {
    const command = new ToEngageSettings(this.customerId, { type: 'Change', changes }, this.context());
    await this.get(CommandBus).execute(command);
    await this.settle();
  }

  /** Adds a contact. @param phone null for a contact with an email address only @returns the contact's id */
  async person(name: string, phone: string | null, isAgreed = true): Promise<string> {
    const newContactId = randomUUID();
    const address = `${newContactId}@example.org`;
    const alias = phone
      ? { kind: 'phone' as const, value: phone }
      : { kind: 'email' as const, value: address };
    const { contactId: id } = await this.get(IdentifyContact).identify({
      ...{ aliases: [alias], newContactId, context: this.context() },
      profile: { name, ...(phone ? { phone } : { email: address }) },
    });
    const commands = this.get(CommandBus);
    if (isAgreed) await commands.execute(new ToContact(id, { type: 'OptIn' }, this.context()));
    return id;
  }

  async list(contactIds: string[]): Promise<string> {
    const listId = randomUUID();
    const content = { name: `List ${listId}`, description: '', conditions: null };
    await this.says(`contactList-${listId}`, { type: 'ContactListAdded', data: content });
    await this.says(`contactListBatch-${randomUUID()}`, {
      type: 'ContactsListed',
      data: { listId, contactIds },
    });
    await this.settle();
    return listId;
  }

  /** Creates a complete draft, ready to start. */
  async draft(listId: string, more: BroadcastRequest = {}): Promise<string> {
    const id = randomUUID();
    const values = [{ slot: 'body.1', text: '{{contact.name|there}}' }];
    const { templateId, channelId } = this;
    const request = { name: 'Sale', templateId, channelId, listId, values, ...more };
    await this.get(AdministerBroadcasts).draft(id, request, this.context());
    return id;
  }

  async start(id: string): Promise<void> {
    await this.get(AdministerBroadcasts).start(id, this.context());
  }

  async details(id: string): Promise<BroadcastDetails> {
    const now = new Date().toISOString();
    return this.get(BroadcastQueries).details(this.customerId, id, { now, timeZone: 'UTC' });
  }

  /** Waits until `isSo` returns true for the broadcast's details. */
  until(id: string, isSo: (details: BroadcastDetails) => boolean): Promise<BroadcastDetails> {
    return eventually(`the awaited state of broadcast ${id}`, async () => {
      const details = await this.details(id).catch(() => undefined);
      return details && isSo(details) && details;
    });
  }

  /** @returns each recipient's status with its reason, by contact id */
  async ledger(id: string, filter: LedgerFilter = 'all'): Promise<Map<string, string>> {
    const head = await this.worker.engines.store.head();
    await this.worker.engines.views.catchUp(engageView.name, head ?? '');
    const { data } = await this.get(LedgerQueries).page(this.customerId, id, { filter, limit: 1_000 });
    return new Map(
      data.map(({ contactId, status, reason }) => [contactId, reason ? `${status}: ${reason}` : status]),
    );
  }

  /** Posts a WhatsApp webhook with a message's status. */
  report(send: GraphSend, status: 'sent' | 'delivered' | 'read' | 'failed', code?: number): Promise<void> {
    return this.post(this.graph.poster.body(send, status, code));
  }

  /** Posts a WhatsApp webhook with a text that a contact wrote. */
  writes(phone: string, text: string): Promise<void> {
    const from = phone.replace('+', '');
    const id = `wamid.${randomUUID()}`;
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const messages = [{ from, id, timestamp, type: 'text', text: { body: text } }];
    const metadata = { display_phone_number: '31205550100', phone_number_id: this.account };
    const contacts = [{ profile: { name: 'Somebody' }, wa_id: from }];
    return this.tell('messages', { messaging_product: 'whatsapp', metadata, contacts, messages });
  }

  /** Posts a WhatsApp webhook with a contact's choice under a marketing message. */
  prefers(phone: string, value: 'stop' | 'resume'): Promise<void> {
    const preference = { wa_id: phone.slice(1), category: 'marketing_messages', value };
    const metadata = { phone_number_id: this.account };
    return this.tell('user_preferences', { metadata, user_preferences: [preference] });
  }

  private tell(field: string, value: object): Promise<void> {
    const entry = [{ id: '1', changes: [{ field, value }] }];
    return this.post(JSON.stringify({ object: 'whatsapp_business_account', entry }));
  }

  private async post(body: string | Buffer): Promise<void> {
    const webhook = {
      ...{ customerId: this.customerId, channelId: this.channelId, provider: 'whatsapp-cloud' },
      ...{ receivedAt: new Date().toISOString(), contentType: 'application/json' },
      body: Buffer.from(body).toString('base64'),
    };
    const value = Buffer.from(JSON.stringify(webhook));
    const delivered = {
      key: this.channelId,
      id: randomUUID(),
      value,
      headers: {},
      partition: 0,
      offset: '0',
    };
    await this.get(InboundConsumer).process(delivered);
  }
}
