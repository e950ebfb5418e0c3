import { Injectable, Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { ReadingStopped } from '@parley/contracts/events';
import { doneBy } from '@parley/event-sourcing/decider/command';
import type { LeasedWork } from '@parley/platform/lease/leased-work';
import { backoff, pause } from '@parley/platform/database/retry';
import type { Lease } from '@parley/platform/lease/lease';
import { imapClient } from '../adapters/email/check';
import { mailServer, MailServerRefused } from '../adapters/email/mail-server';
import { OAuthRefused, withAccess } from '../adapters/email/oauth';
import { ChannelQueries, type Channel } from '../read/channels.queries';
import { ToChannel } from '../write/channel.handler';
import { MailIntake } from './mail-intake';
import { MailboxReader } from './mailbox-reader';
import { MailboxStore } from './mailbox-store';

/** Interval in ms at which new mailboxes and changed settings are picked up. */
const LOOK_EVERY_MS = 5_000;
/** After this many refusals in a row, reading counts as stopped. A single refusal may be a temporary error. */
const REFUSALS = 2;
/** Mail servers are unreachable for minutes now and then: only after this time in ms does reading count as stopped. */
const AWAY_MS = 10 * 60_000;

/** Keeps an IMAP connection open to the mailbox of each channel that is read in this way. */
@Injectable()
export class Mailboxes implements LeasedWork {
  readonly name = 'mailboxes';
  private readonly logger = new Logger('worker/mailboxes');

  constructor(
    private readonly channels: ChannelQueries,
    private readonly intake: MailIntake,
    private readonly store: MailboxStore,
    private readonly commands: CommandBus,
  ) {}

  async run(lease: Lease): Promise<void> {
    const watched = new Map<string, { version: string; stop: AbortController; done: Promise<void> }>();
    const round = async () => {
      const mailboxes = new Map(
        (await this.channels.mailboxes()).map((mailbox) => [mailbox.channel.id, mailbox]),
      );
      for (const [id, { version, stop, done }] of watched) {
        if (mailboxes.get(id)?.version === version) continue;
        stop.abort();
        // Two connections would take the same mails.
        await done;
        watched.delete(id);
      }
      for (const [id, { channel, version }] of mailboxes) {
        if (watched.has(id)) continue;
        const stop = new AbortController();
        const signal = AbortSignal.any([lease.signal, stop.signal]);
        watched.set(id, { version, stop, done: this.watch(channel, signal) });
      }
      return LOOK_EVERY_MS;
    };
    try {
      await lease.repeat(round, (error) => this.logger.warn(String(error)));
    } finally {
      for (const { stop } of watched.values()) stop.abort();
      await Promise.all([...watched.values()].map(({ done }) => done));
    }
  }

  /** Opens a new connection whenever the last one ended, with the credentials as they are then. */
  private async watch(channel: Channel, signal: AbortSignal): Promise<void> {
    let isRead = false;
    let readAt = performance.now();
    let refusals = 0;
    for (let failures = 0; !signal.aborted;) {
      const begun = performance.now();
      try {
        const connection = await withAccess(await this.channels.connection(channel.customerId, channel));
        const server = await mailServer(connection.secrets['imap-server'] ?? '');
        const parts = { intake: this.intake, store: this.store };
        await new MailboxReader(imapClient(server, connection), channel, parts).run(signal, async () => {
          [refusals, readAt] = [0, performance.now()];
          if (!isRead) await this.tell(channel, null);
          isRead = true;
        });
      } catch (error) {
        if (signal.aborted) return;
        failures = performance.now() - begun > 60_000 ? 1 : failures + 1;
        this.logger.warn(`The mailbox of ${channel.id} is not read: ${String(error)}`);
        refusals = isRefusal(error) ? refusals + 1 : 0;
        const cause =
          refusals >= REFUSALS ? 'auth' : performance.now() - readAt > AWAY_MS ? 'unreachable' : null;
        if (cause) {
          isRead = false;
          await this.tell(channel, { cause, detail: detailOf(error) }).catch((failed: unknown) =>
            this.logger.warn(`Nobody is told of ${channel.id}: ${String(failed)}`),
          );
        }
        await pause(Math.min(backoff(failures + 3), 120_000), signal);
      }
    }
  }

  /** Records whether the mailbox can be read. If reading stops, administrators are notified. */
  private async tell(
    { id, customerId }: Channel,
    stopped: Omit<ReadingStopped, 'name'> | null,
  ): Promise<void> {
    const context = doneBy('mailboxes', { customerId, now: new Date().toISOString() });
    await this.commands.execute(new ToChannel(id, { type: 'NoteReading', stopped }, context));
  }
}

/** Whether the server refused to sign in, or may not be called at all. */
function isRefusal(error: unknown): boolean {
  return (
    error instanceof MailServerRefused ||
    error instanceof OAuthRefused ||
    (error as { authenticationFailed?: boolean }).authenticationFailed === true
  );
}

function detailOf(error: unknown): string {
  const { responseText, message } = error as Error & { responseText?: string };
  return (responseText ?? message).slice(0, 300);
}
