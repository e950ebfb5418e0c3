import { Injectable, Logger } from '@nestjs/common';
import { Counter } from 'prom-client';
import type { Inbound } from '@parley/channels/adapters/adapter';
import { channel } from '@parley/channels/domain/channel';
import { ChannelQueries } from '@parley/channels/read/channels.queries';
import { channelIdOf } from '@parley/channels/write/channel.handler';
import type { InboundWebhook } from '@parley/contracts/topics';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { ParkedMessages } from '@parley/platform/bus/parked-messages';
import { processMetrics } from '@parley/platform/telemetry/metrics';

/** Maximum number of webhooks per channel that become dead letters because they name unconnected accounts. */
const MAX_PARKED = 100;
const NOTE_EVERY_MS = 3_600_000;
const MAX_NOTED = 1_000;

const leftOut = new Counter({
  name: 'parley_unknown_account_total',
  help: 'Messages, statuses and the like that came for an account that no channel of the organisation has, and were left out.',
  labelNames: ['provider', 'kind'],
  registers: [processMetrics],
});

/**
 * Thrown for a webhook with a valid signature that contains messages for an account which the organisation has not
 * connected (yet).
 */
class UnknownAccount extends Error {
  override readonly name = 'UnknownAccount';

  constructor(channelId: string, accountIds: string[]) {
    super(`Posted to channel ${channelId}, for ${accountIds.join(', ')}: connect that account, then retry.`);
  }
}

/**
 * Handles webhook items for accounts that no channel of the organisation has. Meta posts for all numbers of an app to
 * one address, so an unconnected number is ordinary: its items are counted, logged and dropped. If a message is for
 * an account that any organisation of this installation has connected, its webhook becomes a dead letter, up to a
 * maximum number.
 */
@Injectable()
export class UnknownAccounts {
  private readonly logger = new Logger('worker/inbound');
  /** Time of the last log line for each channel and account, oldest first. */
  private readonly noted = new Map<string, number>();
  /** Monotonic clock in ms. */
  now = () => performance.now();

  constructor(
    private readonly channels: ChannelQueries,
    private readonly aggregates: Aggregates,
    private readonly parked: ParkedMessages,
  ) {}

  /** @throws UnknownAccount if the webhook has to become a dead letter */
  async leaveOut(strangers: Inbound[], webhook: InboundWebhook): Promise<void> {
    if (strangers.length === 0) return;
    const kept: string[] = [];
    const messages = strangers.filter(({ kind }) => kind !== 'status');
    for (const accountId of new Set(messages.map((message) => message.accountId))) {
      if (accountId === null || (await this.isHere(accountId, webhook))) kept.push(accountId ?? 'none');
    }
    if (kept.length > 0 && (await this.isRoom(webhook))) throw new UnknownAccount(webhook.channelId, kept);
    for (const { kind, accountId } of strangers) {
      leftOut.inc({ provider: webhook.provider, kind });
      this.note(accountId ?? 'none', webhook);
    }
  }

  /**
   * Whether any organisation of this installation has the account, including a channel of this organisation that the
   * view does not show yet.
   */
  private async isHere(accountId: string, { customerId, provider }: InboundWebhook): Promise<boolean> {
    if (await this.channels.isAnywhere(provider, accountId)) return true;
    const id = channelIdOf(customerId, provider, accountId);
    return (await this.aggregates.load(channel, 'channel', id, customerId)).state !== null;
  }

  private async isRoom({ customerId, channelId }: InboundWebhook): Promise<boolean> {
    const about = { customerId, error: `UnknownAccount: Posted to channel ${channelId},` };
    return (await this.parked.countLike(about, MAX_PARKED)) < MAX_PARKED;
  }

  private note(accountId: string, { channelId, provider }: InboundWebhook): void {
    const about = `${channelId} ${accountId}`;
    const before = this.noted.get(about);
    if (before !== undefined && this.now() - before < NOTE_EVERY_MS) return;
    this.noted.delete(about);
    this.noted.set(about, this.now());
    const [oldest] = this.noted.keys();
    if (this.noted.size > MAX_NOTED) this.noted.delete(oldest!);
    this.logger.warn(
      `${provider} posts for account ${accountId.slice(0, 100)} to channel ${channelId}: no channel of the organisation has it`,
    );
  }
}
