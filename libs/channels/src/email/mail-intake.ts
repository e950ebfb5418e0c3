import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { MessageAsset } from '@parley/contracts/events';
import { LARGEST_EMAIL } from '@parley/contracts/events/email-rules';
import { harmlessFileName } from '@parley/contracts/events/file-name';
import { servedType } from '@parley/platform/storage/inspect-file';
import { Storage } from '@parley/platform/storage/storage';
import { categoryOf } from '../adapters/asset-category';
import { assetIdOf } from '../adapters/asset-id';
import type { ReceivedMail } from '../adapters/email/received-mail';
import { InboundPublisher } from '../http/inbound-publisher';
import type { Channel } from '../read/channels.queries';
import { MimeReader } from './mime-reader';
import { idOfBytes, rawFile, readMail, type Envelope, type MailFile } from './read-mail';

/** Takes mails for a channel, whichever way they come. */
@Injectable()
export class MailIntake {
  constructor(
    private readonly reader: MimeReader,
    private readonly storage: Storage,
    private readonly inbound: InboundPublisher,
  ) {}

  /**
   * Stores a mail and its files, and hands what it says to the worker: once this is back, nothing is lost. The same mail
   * taken again is stored at the same place, and is one message.
   * @throws CodedError `unavailable` where the bus does not have it
   */
  async take(
    channel: Channel,
    { raw, envelope, receivedAt }: { raw: Buffer; envelope: Envelope; receivedAt: Date },
  ): Promise<void> {
    const address = channel.providerAccountId ?? '';
    await this.publish(channel, await this.received(channel, { raw, envelope, receivedAt, address }));
  }

  /** A mail that is too large to be fetched: that it came is told by its headers. */
  async takeTooLarge(
    channel: Channel,
    { headers, receivedAt }: { headers: Buffer; receivedAt: Date },
  ): Promise<void> {
    const envelope = { recipients: [] };
    const read = readMail(null, headers, { envelope, own: [] });
    if (read.kind !== 'refused') return;
    const { from, subject, externalId } = read;
    const address = channel.providerAccountId ?? '';
    const time = receivedAt.toISOString();
    const refused = { kind: 'refused' as const, reason: 'too_large', from, subject, assets: [] };
    await this.publish(channel, { address, externalId, time, ...refused });
  }

  private async received(
    channel: Channel,
    {
      raw,
      envelope,
      receivedAt,
      address,
    }: { raw: Buffer; envelope: Envelope; receivedAt: Date; address: string },
  ): Promise<ReceivedMail> {
    const own = channel.identities.flatMap(({ accountId }) => accountId?.toLowerCase() ?? []);
    const taken = raw.length > LARGEST_EMAIL ? null : await this.reader.read(raw);
    const read = readMail(taken, raw, { envelope, own });
    const told = { address, externalId: read.externalId, time: receivedAt.toISOString() };
    if (read.kind === 'reports') return { ...told, kind: 'reports', reports: read.reports };
    if (read.kind === 'refused') {
      const { reason, from, subject } = read;
      const assets = await this.store(channel, raw, [rawFile(raw)]);
      return { ...told, kind: 'refused', reason, from, subject, assets };
    }
    const { kind, content, thread, isAutomatic, files, time } = read;
    const assets = await this.store(channel, raw, files);
    const written = time && time < receivedAt ? time : receivedAt;
    // Whoever writes to an alias is answered from it.
    const writtenTo = own.find((each) => thread.recipients.includes(each)) ?? address;
    return {
      ...told,
      address: writtenTo,
      time: written.toISOString(),
      kind,
      content: { ...content, assets },
      thread,
      isAutomatic,
    };
  }

  private async store(channel: Channel, raw: Buffer, files: MailFile[]): Promise<MessageAsset[]> {
    const mail = idOfBytes(raw);
    const assets: MessageAsset[] = [];
    for (const [index, { body, part, fileName, contentId, ...file }] of files.entries()) {
      const contentType = servedType(body, file.contentType);
      const name = createHash('sha256').update(`${channel.id}/${mail}/${index}`).digest('hex').slice(0, 32);
      const path = `${name.slice(0, 2)}/${name}`;
      await this.storage.put(path, body, contentType);
      assets.push({
        assetId: assetIdOf(`${channel.id}/${mail}`, String(index)),
        ...{ path, contentType, size: body.length, part, contentId },
        fileName: harmlessFileName(fileName?.slice(0, 2000)),
        category: part === 'html' || part === 'raw' ? 'document' : categoryOf(contentType),
      });
    }
    return assets;
  }

  private publish(channel: Channel, mail: ReceivedMail): Promise<void> {
    const body = Buffer.from(JSON.stringify(mail));
    return this.inbound.publish(channel, { body, contentType: 'application/json', query: '', headers: {} });
  }
}
