import { Injectable, Logger } from '@nestjs/common';
import type { LeasedWork } from '@parley/event-sourcing/feature';
import { backoff, pause } from '@parley/platform/database/retry';
import type { Lease } from '@parley/platform/lease/lease';
import { imapClient } from '../adapters/email/check';
import { mailServer } from '../adapters/email/mail-server';
import { ChannelQueries, type Channel } from '../read/channels.queries';
import { MailIntake } from './mail-intake';
import { MailboxReader } from './mailbox-reader';
import { MailboxStore } from './mailbox-store';

/** A mailbox that was connected is read after so long. */
const LOOK_EVERY_MS = 5_000;

/** Keeps a connection to the mailbox of every channel that is read by IMAP. */
@Injectable()
export class Mailboxes implements LeasedWork {
  readonly name = 'mailboxes';
  private readonly logger = new Logger('worker/mailboxes');

  constructor(
    private readonly channels: ChannelQueries,
    private readonly intake: MailIntake,
    private readonly store: MailboxStore,
  ) {}

  /** Runs while the lease is held. */
  async run(lease: Lease): Promise<void> {
    const watched = new Map<string, { stop: AbortController; done: Promise<void> }>();
    const round = async () => {
      const mailboxes = await this.channels.mailboxes();
      const ids = new Set(mailboxes.map(({ id }) => id));
      for (const [id, { stop }] of watched) {
        if (ids.has(id)) continue;
        stop.abort();
        watched.delete(id);
      }
      for (const channel of mailboxes) {
        if (watched.has(channel.id)) continue;
        const stop = new AbortController();
        const signal = AbortSignal.any([lease.signal, stop.signal]);
        watched.set(channel.id, { stop, done: this.watch(channel, signal) });
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

  /** A new connection, with what opens the mailbox by then, whenever the last one ended. */
  private async watch(channel: Channel, signal: AbortSignal): Promise<void> {
    for (let failures = 0; !signal.aborted;) {
      const begun = performance.now();
      try {
        const connection = await this.channels.connection(channel.customerId, channel);
        const server = await mailServer(connection.secrets['imap-server'] ?? '');
        const parts = { intake: this.intake, store: this.store };
        await new MailboxReader(imapClient(server, connection), channel, parts).run(signal);
      } catch (error) {
        if (signal.aborted) return;
        failures = performance.now() - begun > 60_000 ? 1 : failures + 1;
        this.logger.warn(`The mailbox of ${channel.id} is not read: ${String(error)}`);
        await pause(Math.min(backoff(failures + 3), 120_000), signal);
      }
    }
  }
}
