import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Alias, Connection, OutgoingMessage, SendResult } from '@parley/channels/adapters/adapter';
import { ownMailId } from '@parley/channels/adapters/email/received-mail';
import { adapterOf } from '@parley/channels/adapters/registry';
import { MailRate } from '@parley/channels/email/mail-rate';
import { InboundPublisher } from '@parley/channels/http/inbound-publisher';
import { ChannelQueries, webhookPathOf, type Channel } from '@parley/channels/read/channels.queries';
import { contact } from '@parley/contacts/domain/contact';
import type { ContactState } from '@parley/contacts/domain/contact-state';
import { assetsIn, type MessageAsset } from '@parley/contracts/events';
import { topics, type OutboundMessage } from '@parley/contracts/topics';
import { CountedLinks } from '@parley/conversations/links/counted-links';
import { nextLook } from '@parley/conversations/domain/unknown-send';
import {
  message,
  type MessageCommand,
  type MessageState,
  ToMessage,
} from '@parley/conversations/domain/message';
import { idOfProviderMessage } from '@parley/conversations/write/message-ids';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { deliveredBy } from '@parley/event-sourcing/decider/command';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import type { DeliveredMessage } from '@parley/platform/bus/bus';
import { Config } from '@parley/platform/config/config';
import { MasterKey } from '@parley/platform/security/master-key';
import { replyAddress } from '@parley/channels/email/reply-address';
import { isPassing } from '@parley/platform/database/database';
import { backoff, pause } from '@parley/platform/database/retry';
import { Storage } from '@parley/platform/storage/storage';
import { traced } from '@parley/platform/telemetry/tracing';
import type { Consumer } from '@parley/platform/bus/consumer';
import { sends, sendSeconds } from './send-metrics';
import { SentMessages } from './sent-messages';

interface Sendable {
  channel: Channel;
  outgoing: OutgoingMessage;
  connection: Connection;
}

type Prepared = Sendable | { channel: Channel; outgoing: null };

type Sent = Extract<SendResult, { outcome: 'sent' }> & { channel: Channel };

/**
 * Sends queued messages. The consumer records the attempt before it calls the provider. If it crashes in between, the
 * message has an unknown outcome, which users see, and is not sent again without a check.
 */
@Injectable()
export class OutboundConsumer implements Consumer {
  readonly topic: string = topics.outbound;
  readonly group: string = 'outbound';
  readonly lanes = 48;
  /**
   * Time limit in ms for immediate retries while the provider refuses a message temporarily; after that, the message
   * is deferred.
   */
  patienceMs = 30_000;
  private readonly logger = new Logger('worker/outbound');
  private replyKey?: Buffer;

  constructor(
    private readonly channels: ChannelQueries,
    private readonly aggregates: Aggregates,
    private readonly commands: CommandBus,
    private readonly storage: Storage,
    private readonly config: Config,
    private readonly inbound: InboundPublisher,
    private readonly sent: SentMessages,
    private readonly masterKey: MasterKey,
    private readonly rate: MailRate,
    private readonly links: CountedLinks,
  ) {}

  async process(delivered: DeliveredMessage): Promise<void> {
    const { id, value } = delivered;
    const { customerId, messageId, attempt = 1, look } = JSON.parse(value.toString()) as OutboundMessage;
    const contextFor = (type: string) =>
      deliveredBy(delivered, { customerId, doing: `${id}/${type}`, now: new Date().toISOString() });
    const run = (command: MessageCommand, context = contextFor(command.type)) =>
      this.commands.execute(new ToMessage(messageId, command, context));
    const asQueued = { id: messageId, customerId, asOf: '' };
    const { state: queued } = await this.aggregates.getCached(message, 'message', asQueued);
    // Everything is loaded before the attempt is recorded, since nothing may fail between the record and the call to
    // the provider.
    const prepared = await this.prepare(customerId, messageId, queued);
    if (look !== undefined) return this.find(prepared, { attempt, look, run });
    // Each try has its own command id: if two processes handle one message, the second one's command must be rejected
    // and not count as a repetition of the first.
    const context = { ...contextFor('StartSend'), commandId: randomUUID() };
    const started = await run({ type: 'StartSend', attempt }, context);
    if (started.events.length === 0) {
      const detail = 'The process stopped while the provider was being asked.';
      await run(unknownOutcome(prepared.channel, attempt, detail));
      return;
    }
    const outcome = await this.observed(prepared);
    if (outcome.outcome === 'declined') {
      if (outcome.channelBroken) {
        this.logger.error(
          `Channel ${outcome.channel.id} cannot send (${outcome.providerCode ?? 'no code'}).`,
        );
      }
      outcome.reason = await this.sent.whyDeclined(outcome, messageId, customerId);
    }
    await this.record(messageId, commandFor(outcome, attempt), run);
    if (outcome.outcome === 'sent') await this.publish(outcome);
    if (outcome.outcome === 'sent' && prepared.outgoing) await this.keepSent(prepared);
  }

  /**
   * Searches at the provider for a message of unknown outcome. If the message is not found twice, it is sent again.
   */
  private async find(
    prepared: Prepared,
    {
      attempt,
      look,
      run,
    }: { attempt: number; look: number; run: (command: MessageCommand) => Promise<unknown> },
  ): Promise<void> {
    const { channel, outgoing } = prepared;
    const adapter = adapterOf(channel.provider);
    const found = (outgoing && (await adapter.find?.(outgoing, prepared.connection))) ?? 'untold';
    const at = new Date().toISOString();
    if (found === 'sent' && outgoing) {
      const externalId = ownMailId(outgoing.messageId, prepared.connection.providerAccountId ?? '');
      await run({ type: 'RecordSent', externalId, aliasId: idOfProviderMessage(channel.id, externalId) });
    } else if (found === 'absent' && look > 1) {
      // Not found in the second search or later: a server may take a while to file a sent mail, so one search is not
      // enough.
      await run({ type: 'DeferSend', attempt, at, reason: 'delivery_failure', detail: 'not_in_sent' });
    } else {
      const detail = 'The provider does not tell whether it has it.';
      // If the provider cannot report whether it has the message, it is not queried again.
      const next = found === 'untold' ? undefined : nextLook(look, at);
      await run({ type: 'RecordUnknownOutcome', attempt, detail, look: next, looked: look });
    }
  }

  /** Stores a copy in the mailbox for other mail programs. An error is only logged, since the message was sent. */
  private async keepSent({ channel, outgoing, connection }: Sendable): Promise<void> {
    try {
      await adapterOf(channel.provider).keepSent?.(outgoing, connection);
    } catch (error) {
      this.logger.warn(`No copy of ${outgoing.messageId} is kept: ${String(error)}`);
    }
  }

  /** @throws NotFound if no command has queued the message */
  private async prepare(customerId: string, messageId: string, { written }: MessageState): Promise<Prepared> {
    if (!written) throw new NotFound();
    const { channelId, identityId, contactId, content, context } = written;
    const channel = await this.channels.forWorker(customerId, channelId);
    // The contact was erased after the message was queued, so there is nothing left to send.
    if (!content) return { channel, outgoing: null };
    const connection = await this.channels.connectionForWorker(customerId, channel);
    const sender = channel.identities.find(({ id }) => id === identityId);
    // If the sender was removed from the channel since, the channel's own account sends.
    if (sender) {
      connection.ownAccountId = connection.providerAccountId;
      connection.providerAccountId = sender.accountId;
    }
    const whom = { id: contactId, customerId, asOf: '' };
    const recipient = await this.aggregates.getCached(contact, 'contact', whom);
    const assets = assetsIn(content);
    const files = await Promise.all(
      assets.map(async ({ assetId, path }) => [assetId, await this.storage.get(path ?? '')] as const),
    );
    const fileOf = new Map(files);
    const answers = await this.answeredBy(customerId, context?.replyTo?.messageId);
    const outgoing = {
      messageId,
      to: addressesOf(recipient.state),
      content: this.links.told(content, { customerId, messageId }),
      replyTo: answers?.externalId,
      choices: context?.choices,
      answers,
      isAutomatic: context?.isAutomatic,
      senderName: channel.name,
      replyAddress: replyAddress(
        channel.providerAccountId ?? '',
        written.conversationId,
        (this.replyKey ??= this.masterKey.purpose('reply-addresses')),
      ),
      webhookUrl: this.config.publicUrl + webhookPathOf(channel.provider, channel.id),
      readAsset: ({ assetId }: MessageAsset) => Promise.resolve(fileOf.get(assetId)!),
      linkTo: async ({ path = '', contentType, fileName }: MessageAsset) => {
        const url = await this.storage.signedUrl(path, { contentType, fileName, inline: false });
        return new URL(url, this.config.publicUrl).href;
      },
    };
    return { channel, outgoing, connection };
  }

  private async observed(prepared: Prepared): Promise<SendResult & { channel: Channel }> {
    const { provider } = prepared.channel;
    const stop = sendSeconds.startTimer({ provider });
    const result = await traced({ name: `send ${provider}`, kind: 'client' }, () => this.send(prepared));
    stop();
    sends.inc({ provider, outcome: result.outcome });
    return result;
  }

  private async send(prepared: Prepared): Promise<SendResult & { channel: Channel }> {
    const { channel, outgoing } = prepared;
    if (!outgoing) return { outcome: 'declined', reason: 'message_invalid', detail: 'erased', channel };
    if (!channel.isConnected) {
      return { outcome: 'declined', reason: 'delivery_failure', detail: 'channel_disconnected', channel };
    }
    const adapter = adapterOf(channel.provider);
    const slot = await this.rate.slot(channel, this.patienceMs);
    if (slot === null) return { outcome: 'throttled', reason: 'waiting', detail: 'rate', channel };
    await pause(slot, new AbortController().signal);
    const giveUpAt = Date.now() + this.patienceMs;
    for (let tries = 1; ; tries++) {
      const result = await adapter.send(outgoing, prepared.connection);
      const wait = result.outcome === 'throttled' ? (result.retryAfterMs ?? backoff(tries + 2)) : 0;
      if (result.outcome !== 'throttled') return { ...result, channel };
      if (Date.now() + wait > giveUpAt) return { ...result, channel };
      await pause(wait, new AbortController().signal);
    }
  }

  private async publish({ channel, reports = [] }: Sent): Promise<void> {
    for (const body of reports) {
      await this.inbound.publish(channel, { body, contentType: 'application/json', query: '', headers: {} });
    }
  }

  /**
   * Records the provider's response. Retries while the database is unavailable or busy, since the response must not
   * be lost.
   */
  private async record(
    messageId: string,
    command: MessageCommand,
    run: (command: MessageCommand) => Promise<unknown>,
  ): Promise<void> {
    for (let failures = 1; ; failures++) {
      try {
        await run(command);
        return;
      } catch (error) {
        if (!isPassing(error) || failures > 10) throw error;
        this.logger.warn(`The outcome of ${messageId} waits for the database.`);
        await pause(backoff(failures), new AbortController().signal);
      }
    }
  }

  /** The message to which this one replies, with the provider's id of it; undefined if this is no reply. */
  private async answeredBy(
    customerId: string,
    messageId: string | undefined,
  ): Promise<OutgoingMessage['answers']> {
    if (!messageId) return undefined;
    const { state } = await this.aggregates.load(message, 'message', messageId, customerId);
    const { externalId, written } = state;
    return externalId === null ? undefined : { externalId, content: written?.content ?? null };
  }
}

function commandFor(result: SendResult & { channel: Channel }, attempt: number): MessageCommand {
  switch (result.outcome) {
    case 'sent': {
      const { externalId, channel, refused } = result;
      const aliasId = idOfProviderMessage(channel.id, externalId);
      return { type: 'RecordSent', externalId, aliasId, refused };
    }
    case 'unknown':
      return unknownOutcome(result.channel, attempt, result.detail);
    case 'throttled': {
      const { reason, retryAfterMs, providerCode, detail } = result;
      const at = new Date().toISOString();
      return { type: 'DeferSend', attempt, at, retryAfterMs, reason, providerCode, detail };
    }
    case 'declined': {
      const { reason, providerCode, detail } = result;
      return { type: 'RecordDeclined', reason, providerCode, detail, at: new Date().toISOString() };
    }
  }
}

/** The command that records an unknown outcome. If the provider can search for the message, a search is scheduled. */
function unknownOutcome({ provider }: Channel, attempt: number, detail: string): MessageCommand {
  const look = adapterOf(provider).find ? nextLook(0, new Date().toISOString()) : undefined;
  return { type: 'RecordUnknownOutcome', attempt, detail, look };
}

/** All addresses of a contact; the adapter chooses those of its channel. */
function addressesOf({ profile: { phone, bsuid, email }, identities }: ContactState): Alias[] {
  const aliases: Alias[] = [];
  if (phone) aliases.push({ kind: 'phone', value: phone });
  if (bsuid) aliases.push({ kind: 'bsuid', value: bsuid });
  if (email) aliases.push({ kind: 'email', value: email });
  for (const [scope, value] of Object.entries(identities)) aliases.push({ kind: 'external', scope, value });
  return aliases;
}
