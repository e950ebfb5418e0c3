import type { FetchMessageObject, ImapFlow } from 'imapflow';
import { Logger } from '@nestjs/common';
import { LARGEST_EMAIL } from '@parley/contracts/events/email-rules';
import type { Channel } from '../read/channels.queries';
import type { MailIntake } from './mail-intake';
import type { MailboxStore } from './mailbox-store';

const FOLDER = 'INBOX';
const LOOK_EVERY_MS = 300_000;
/** Mails whose headers are asked for at once. */
const BATCH = 200;

/** Reads one mailbox over one connection, until that ends. Mails stay on their server as they are. */
export class MailboxReader {
  private readonly logger = new Logger('worker/mailbox');
  private isNews = false;
  private wake: () => void = () => undefined;

  constructor(
    private readonly client: ImapFlow,
    private readonly channel: Channel,
    private readonly parts: { intake: MailIntake; store: MailboxStore },
  ) {}

  /** @throws when the connection ends, or nobody may sign in */
  async run(signal: AbortSignal): Promise<void> {
    const { client } = this;
    // Without somebody who listens, an error would end the process.
    client.on('error', (error: Error) => this.logger.warn(`Mailbox of ${this.channel.id}: ${error.message}`));
    const ended = new AbortController();
    client.on('close', () => ended.abort());
    // Also while what came before is being read.
    client.on('exists', () => {
      this.isNews = true;
      this.wake();
    });
    const stop = () => client.close();
    signal.addEventListener('abort', stop, { once: true });
    try {
      await client.connect();
      await client.mailboxOpen(FOLDER);
      while (!signal.aborted && !ended.signal.aborted) {
        this.isNews = false;
        await this.read();
        await this.news(AbortSignal.any([signal, ended.signal, AbortSignal.timeout(LOOK_EVERY_MS)]));
      }
    } catch (error) {
      // Closing fails whatever is being asked for at that moment.
      if (!signal.aborted) throw error;
    } finally {
      signal.removeEventListener('abort', stop);
      client.close();
    }
    if (!signal.aborted) throw new Error('The connection ended.');
  }

  /** Takes what came since the last time. Where the numbers of mails mean others now, all are looked through. */
  async read(): Promise<void> {
    const { client, channel } = this;
    const { store } = this.parts;
    const box = client.mailbox;
    if (!box) throw new Error('The folder is not open.');
    const { uidValidity, uidNext } = box;
    const before = await store.place(channel.id);
    if (!before) {
      // What was there before the channel stays in the mailbox.
      await this.remember(1, uidNext - 1);
      await store.keepPlace(channel.id, { uidValidity, lastUid: uidNext - 1 });
      return;
    }
    let lastUid = before.uidValidity === uidValidity ? before.lastUid : 0;
    const found = await client.search({ uid: `${lastUid + 1}:*` }, { uid: true });
    const uids = (found || []).filter((uid) => uid > lastUid).sort((a, b) => a - b);
    for (let at = 0; at < uids.length; at += BATCH) {
      const batch = uids.slice(at, at + BATCH);
      await this.take(batch);
      lastUid = batch.at(-1)!;
      await store.keepPlace(channel.id, { uidValidity, lastUid });
    }
    if (before.uidValidity !== uidValidity) await store.keepPlace(channel.id, { uidValidity, lastUid });
  }

  private async take(uids: number[]): Promise<void> {
    const { client, channel } = this;
    const { intake, store } = this.parts;
    const mails = await this.named(uids.join(','));
    const unknown = await store.unknownAmong(channel.id, [...mails.keys()]);
    for (const [name, { uid, size = 0, internalDate }] of mails) {
      if (!unknown.has(name)) continue;
      const receivedAt = new Date(internalDate ?? Date.now());
      if (size > LARGEST_EMAIL) {
        const mail = await client.fetchOne(String(uid), { headers: true }, { uid: true });
        if (mail && mail.headers) await intake.takeTooLarge(channel, { headers: mail.headers, receivedAt });
      } else {
        const mail = await client.fetchOne(String(uid), { source: true }, { uid: true });
        if (mail && mail.source) {
          await intake.take(channel, { raw: mail.source, envelope: { recipients: [] }, receivedAt });
        }
      }
      await store.keepTaken(channel.id, [name]);
    }
  }

  /** Notes mails that are there and are not to be taken. */
  private async remember(from: number, to: number): Promise<void> {
    for (let at = from; at <= to; at += BATCH) {
      const names = [...(await this.named(`${at}:${Math.min(to, at + BATCH - 1)}`)).keys()];
      if (names.length > 0) await this.parts.store.keepTaken(this.channel.id, names);
    }
  }

  /** Mails by their Message-ID; one without any by what else its headers say. */
  private async named(range: string): Promise<Map<string, FetchMessageObject>> {
    const mails = new Map<string, FetchMessageObject>();
    const asked = { uid: true, size: true, envelope: true, internalDate: true };
    for await (const mail of this.client.fetch(range, asked, { uid: true })) {
      const { envelope, internalDate, size } = mail;
      const sender = envelope?.from?.[0]?.address;
      const otherwise = [String(internalDate), size, envelope?.subject, sender].join('\n');
      mails.set(envelope?.messageId || otherwise, mail);
    }
    return mails;
  }

  /** Until the server tells of a mail, or the signal aborts. */
  private async news(signal: AbortSignal): Promise<void> {
    if (this.isNews || signal.aborted) return;
    await new Promise<void>((resolve) => {
      this.wake = resolve;
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }
}
