import type { FetchMessageObject, ImapFlow } from 'imapflow';
import { Logger } from '@nestjs/common';
import { MAX_EMAIL_SIZE } from '@parley/contracts/rules/email-rules';
import { mailboxDefaults } from '@parley/contracts/rules/mailbox-settings';
import type { Channel } from '../read/channels.queries';
import type { MailIntake } from './mail-intake';
import type { MailboxStore } from './mailbox-store';

/**
 * Intervals in ms at which folders are searched for new mails: servers announce new mails only in the open folder.
 */
const LOOK_EVERY_MS = 300_000;
const LOOK_INTO_OTHERS_EVERY_MS = 60_000;
/** Number of mails whose headers are fetched at a time. */
const BATCH = 200;

/**
 * Reads one mailbox over one connection until the connection ends. Mails stay on their server unchanged, unless the
 * channel empties its mailbox.
 */
export class MailboxReader {
  private readonly logger = new Logger('worker/mailbox');
  private isNews = false;
  private wake: () => void = () => undefined;

  constructor(
    private readonly client: ImapFlow,
    private readonly channel: Channel,
    private readonly parts: { intake: MailIntake; store: MailboxStore },
  ) {}

  /**
   * @param onRead called whenever all folders were read
   * @throws Error if the connection ends or the server refuses to sign in
   */
  async run(signal: AbortSignal, onRead: () => Promise<void> = () => Promise.resolve()): Promise<void> {
    const { client } = this;
    // Without an error listener, an error would end the process.
    client.on('error', (error: Error) => this.logger.warn(`Mailbox of ${this.channel.id}: ${error.message}`));
    const ended = new AbortController();
    client.on('close', () => ended.abort());
    // The listener also notices mails that arrive while earlier ones are being read.
    client.on('exists', () => {
      this.isNews = true;
      this.wake();
    });
    const stop = () => client.close();
    signal.addEventListener('abort', stop, { once: true });
    // The first folder is read last, since it stays open and the server announces new mails in it.
    const [first, ...others] = this.settings.folders;
    const lookEvery = others.length > 0 ? LOOK_INTO_OTHERS_EVERY_MS : LOOK_EVERY_MS;
    try {
      await client.connect();
      while (!signal.aborted && !ended.signal.aborted) {
        for (const folder of others) {
          if (await this.open(folder)) await this.read(folder);
        }
        if (others.length > 0 || !client.mailbox) await client.mailboxOpen(first!);
        this.isNews = false;
        await this.read(first!);
        await onRead();
        await this.news(AbortSignal.any([signal, ended.signal, AbortSignal.timeout(lookEvery)]));
      }
    } catch (error) {
      // Closing makes pending requests fail.
      if (!signal.aborted) throw error;
    } finally {
      signal.removeEventListener('abort', stop);
      client.close();
    }
    if (!signal.aborted) throw new Error('The connection ended.');
  }

  private get settings() {
    return this.channel.mailbox ?? mailboxDefaults;
  }

  /** @returns false if the server has no such folder; other folders are read nevertheless */
  private async open(folder: string): Promise<boolean> {
    try {
      await this.client.mailboxOpen(folder);
      return true;
    } catch (error) {
      if ((error as { responseStatus?: string }).responseStatus !== 'NO') throw error;
      this.logger.warn(`${this.channel.id} has no folder ${JSON.stringify(folder)}.`);
      return false;
    }
  }

  /** Takes mails that arrived since the last time. If the folder's UID validity changed, compares all its mails. */
  async read(folder: string): Promise<void> {
    const { client, channel } = this;
    const { store } = this.parts;
    const box = client.mailbox;
    if (!box) throw new Error('The folder is not open.');
    const { uidValidity, uidNext } = box;
    const before = await store.place(channel.id, folder);
    if (!before) {
      // Mails from before the channel was connected stay in the mailbox and are not taken.
      await this.remember(1, uidNext - 1);
      await store.keepPlace(channel.id, folder, { uidValidity, lastUid: uidNext - 1 });
      return;
    }
    const isRebuilt = before.uidValidity !== uidValidity;
    let lastUid = isRebuilt ? 0 : before.lastUid;
    const searched = await client.search({ uid: `${lastUid + 1}:*` }, { uid: true });
    const uids = (searched || []).filter((uid) => uid > lastUid).sort((a, b) => a - b);
    let found = 0;
    for (let at = 0; at < uids.length; at += BATCH) {
      const batch = uids.slice(at, at + BATCH);
      found += await this.take(batch);
      lastUid = batch.at(-1)!;
      await store.keepPlace(channel.id, folder, { uidValidity, lastUid });
    }
    if (isRebuilt) {
      await store.keepPlace(channel.id, folder, { uidValidity, lastUid });
      await store.noteRebuilt(channel.id, folder, { compared: uids.length, found });
    } else if (uids.length === 0) {
      await store.noteLooked(channel.id, folder);
    }
  }

  /** @returns the number of mails that were unknown */
  private async take(uids: number[]): Promise<number> {
    const { client, channel } = this;
    const { intake, store } = this.parts;
    const mails = await this.named(uids.join(','));
    const unknown = await store.unknownAmong(channel.id, [...mails.keys()]);
    const taken: number[] = [];
    for (const [name, { uid, size = 0, internalDate }] of mails) {
      if (!unknown.has(name)) continue;
      const receivedAt = new Date(internalDate ?? Date.now());
      if (size > MAX_EMAIL_SIZE) {
        const mail = await client.fetchOne(String(uid), { headers: true }, { uid: true });
        if (mail && mail.headers) {
          await intake.takeTooLarge(channel, { headers: mail.headers, size, receivedAt });
        }
      } else {
        const mail = await client.fetchOne(String(uid), { source: true }, { uid: true });
        if (mail && mail.source) {
          await intake.take(channel, { raw: mail.source, envelope: { recipients: [] }, receivedAt });
          taken.push(uid);
        }
      }
      await store.keepTaken(channel.id, [name]);
    }
    // Deletes only mails that are stored here by now.
    if (this.settings.removesTaken && taken.length > 0) {
      await client.messageDelete(taken.join(','), { uid: true });
    }
    return unknown.size;
  }

  /** Records existing mails that are not to be taken. */
  private async remember(from: number, to: number): Promise<void> {
    for (let at = from; at <= to; at += BATCH) {
      const names = [...(await this.named(`${at}:${Math.min(to, at + BATCH - 1)}`)).keys()];
      if (names.length > 0) await this.parts.store.keepTaken(this.channel.id, names);
    }
  }

  /** Mails by Message-ID; one without is keyed by its date, size, subject and sender. */
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

  /** Waits until the server announces a mail or the signal aborts. */
  private async news(signal: AbortSignal): Promise<void> {
    if (this.isNews || signal.aborted) return;
    await new Promise<void>((resolve) => {
      this.wake = resolve;
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }
}
