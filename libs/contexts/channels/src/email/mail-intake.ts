import { createHash } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { v5 as uuidV5 } from 'uuid';
import { CodedError } from '@parley/contracts/api/coded-error';
import type { SetAsideReason } from '@parley/contracts/api/email';
import type { MessageAsset } from '@parley/contracts/events';
import { MAX_EMAIL_SIZE } from '@parley/contracts/rules/email-rules';
import { harmlessFileName } from '@parley/contracts/rules/file-name';
import { hasOddDate, messageTime } from '@parley/contracts/rules/message-time';
import { MailBodies } from '@parley/mail-html/mail-bodies';
import { isInlinePicture } from '@parley/mail-html/place-pictures';
import { servedType } from '@parley/platform/storage/inspect-file';
import { Storage } from '@parley/platform/storage/storage';
import { categoryOf } from '../adapters/asset-category';
import { assetIdOf } from '../adapters/asset-id';
import type { ReceivedMail } from '../adapters/email/received-mail';
import { InboundPublisher } from '../http/inbound-publisher';
import type { Channel } from '../read/channels.queries';
import { MailReader } from './mail-reader';
import {
  idOfBytes,
  rawFile,
  refusedMail,
  type Envelope,
  type MailFile,
  type ReadMail,
  type Refused,
} from './read-mail';
import { SetAsideMails, type KeptAside } from './set-aside-mails';
import { forgetMail } from './set-aside-sweep';

/** Number of files of a mail that are stored in parallel. */
const FILES_AT_ONCE = 8;

export interface RawMail {
  raw: Buffer;
  envelope: Envelope;
  receivedAt: Date;
}

/** Null: the mail was accepted. Otherwise the reason for which it was set aside. */
export type Taken = SetAsideReason | null;

/** Accepts mails for a channel, from IMAP and SMTP alike. */
@Injectable()
export class MailIntake {
  private readonly logger = new Logger('mail');

  constructor(
    private readonly reader: MailReader,
    private readonly storage: Storage,
    private readonly inbound: InboundPublisher,
    private readonly setAside: SetAsideMails,
    private readonly bodies: MailBodies,
  ) {}

  /**
   * Stores a mail and its files, and publishes its content to the worker; afterwards nothing can be lost. Retrying
   * with the same mail stores it in the same place and yields one message. An unreadable mail is set aside with its
   * bytes.
   * @throws CodedError `unavailable` if the bus does not accept it
   * @throws errors of the storage or the database
   */
  async take(channel: Channel, mail: RawMail): Promise<Taken> {
    const read = await this.read(channel, mail);
    if (read.kind !== 'refused') {
      await this.publish(channel, await this.received(channel, mail, read));
      return null;
    }
    const { raw, receivedAt } = mail;
    const { reason, from, subject, detail = null } = read;
    const path = pathOf(`set-aside/${channel.id}/${idOfBytes(raw)}`);
    await this.storage.put(path, raw, 'message/rfc822');
    const id = setAsideId(channel, idOfBytes(raw));
    const kept = { id, receivedAt, from, subject, size: raw.length, reason, detail, path };
    await this.keep(channel, kept);
    await this.tellRefused(channel, read, { receivedAt, files: [rawFile(raw)], raw });
    return reason;
  }

  /**
   * Tries again to read a mail that was set aside.
   * @throws the errors of `take`
   */
  async retry(channel: Channel, mail: RawMail): Promise<Taken> {
    const read = await this.read(channel, mail);
    if (read.kind === 'refused') return read.reason;
    await this.publish(channel, await this.received(channel, mail, read));
    return null;
  }

  /**
   * Sets aside a mail that is too large to be fetched. Its headers show that it arrived; the mail itself stays on its
   * server.
   */
  async takeTooLarge(
    channel: Channel,
    { headers, size, receivedAt }: { headers: Buffer; size: number; receivedAt: Date },
  ): Promise<Taken> {
    const read = refusedMail(headers, { recipients: [] }, 'too_large');
    const { from, subject } = read;
    const id = setAsideId(channel, read.externalId);
    const kept = { id, receivedAt, from, subject, size, reason: read.reason, detail: null, path: null };
    await this.keep(channel, kept);
    await this.tellRefused(channel, read, { receivedAt, files: [], raw: headers });
    return read.reason;
  }

  /**
   * Sets a mail aside. Above the channel's maximum, deletes the oldest such mails. Those that it fails to delete are
   * left to the next mail and the sweep.
   */
  private async keep({ id: channelId, customerId }: Channel, kept: KeptAside): Promise<void> {
    await this.setAside.keep({ customerId, channelId }, kept);
    try {
      for (const mail of await this.setAside.beyond(channelId)) {
        await forgetMail(mail, this.setAside, this.storage);
      }
    } catch (error) {
      this.logger.warn(`${channelId} keeps more e-mails set aside than it may: ${String(error)}`);
    }
  }

  private async read(channel: Channel, { raw, envelope }: RawMail): Promise<ReadMail> {
    if (raw.length > MAX_EMAIL_SIZE) return refusedMail(raw, envelope, 'too_large');
    try {
      const options = { envelope, own: ownOf(channel), trusted: channel.mailbox?.trustedServer };
      return await this.reader.read(raw, options, channel.customerId);
    } catch (error) {
      // A CodedError means that the queue is full: the mail server will offer the mail again.
      if (error instanceof CodedError) throw error;
      this.logger.error(`A mail for ${channel.id} broke what reads it: ${String(error)}`);
      return { ...refusedMail(raw, envelope, 'failed'), detail: String(error).slice(0, 300) };
    }
  }

  private async received(
    channel: Channel,
    { raw, receivedAt }: RawMail,
    read: Exclude<ReadMail, { kind: 'refused' }>,
  ): Promise<ReceivedMail> {
    const address = channel.providerAccountId ?? '';
    const told = { address, externalId: read.externalId, time: receivedAt.toISOString() };
    if (read.kind === 'reports') return { ...told, kind: 'reports', reports: read.reports };
    const { kind, content, thread, isAutomatic, files, time } = read;
    const assets = await this.store(channel, raw, [rawFile(raw), ...files]);
    await this.keepBody(channel, assets);
    const header = time && !Number.isNaN(time.getTime()) ? time.toISOString() : undefined;
    const dates = { contentType: 'email', providerTime: header } as const;
    const dated = hasOddDate(dates, receivedAt.toISOString()) ? header : undefined;
    // Replies are sent from the alias to which the contact wrote.
    const writtenTo = ownOf(channel).find((each) => thread.recipients.includes(each)) ?? address;
    return {
      ...told,
      address: writtenTo,
      time: messageTime(dates, receivedAt.toISOString()),
      kind,
      content: { ...content, ...(dated && { dated }), assets },
      thread,
      isAutomatic,
    };
  }

  /**
   * Sanitises the HTML while the mail is accepted, so that opening it is fast. After a failure, it is sanitised on
   * opening.
   */
  private async keepBody({ id, customerId }: Channel, assets: MessageAsset[]): Promise<void> {
    const html = assets.find(({ part }) => part === 'html');
    if (!html?.path) return;
    const contentIds = assets.flatMap(({ contentId, contentType }) =>
      contentId && isInlinePicture(contentType) ? [contentId] : [],
    );
    try {
      await this.bodies.make({ path: html.path, size: html.size, contentIds, customerId });
    } catch (error) {
      this.logger.warn(`The body of an e-mail for ${id} is sanitised when it is opened: ${String(error)}`);
    }
  }

  /** Shows in the conversation that an unreadable mail arrived, if its sender is known. */
  private async tellRefused(
    channel: Channel,
    { reason, from, subject, externalId }: Refused,
    { receivedAt, files, raw }: { receivedAt: Date; files: MailFile[]; raw: Buffer },
  ): Promise<void> {
    if (from === null) return;
    const told = {
      ...{ address: channel.providerAccountId ?? '', externalId, time: receivedAt.toISOString() },
      ...{ kind: 'refused' as const, reason, from, subject },
    };
    await this.publish(channel, { ...told, assets: await this.store(channel, raw, files) });
  }

  private async store(channel: Channel, raw: Buffer, files: MailFile[]): Promise<MessageAsset[]> {
    const mail = idOfBytes(raw);
    const assets: MessageAsset[] = [];
    for (let at = 0; at < files.length; at += FILES_AT_ONCE) {
      const some = files.slice(at, at + FILES_AT_ONCE);
      const stored = some.map((file, index) => this.storeOne(`${channel.id}/${mail}`, at + index, file));
      assets.push(...(await Promise.all(stored)));
    }
    return assets;
  }

  private async storeOne(
    mail: string,
    index: number,
    { body, part, fileName, contentId, ...file }: MailFile,
  ): Promise<MessageAsset> {
    const contentType = servedType(body, file.contentType);
    const path = pathOf(`${mail}/${index}`);
    await this.storage.put(path, body, contentType);
    return {
      assetId: assetIdOf(mail, String(index)),
      ...{ path, contentType, size: body.length, part, contentId },
      fileName: harmlessFileName(fileName?.slice(0, 2000)),
      category: part === 'html' || part === 'raw' ? 'document' : categoryOf(contentType),
    };
  }

  private publish(channel: Channel, mail: ReceivedMail): Promise<void> {
    const body = Buffer.from(JSON.stringify(mail));
    return this.inbound.publish(channel, { body, contentType: 'application/json', query: '', headers: {} });
  }
}

function ownOf({ identities }: Channel): string[] {
  return identities.flatMap(({ accountId }) => accountId?.toLowerCase() ?? []);
}

/** The id derives from the mail, so that the same mail is set aside once. */
function setAsideId({ id }: Channel, externalId: string): string {
  return uuidV5(`set-aside/${externalId}`, id);
}

function pathOf(what: string): string {
  const name = createHash('sha256').update(what).digest('hex').slice(0, 32);
  return `${name.slice(0, 2)}/${name}`;
}
