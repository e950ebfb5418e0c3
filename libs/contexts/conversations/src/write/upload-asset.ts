import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { v5 as uuidV5 } from 'uuid';
import type { AssetResponse } from '@parley/contracts/api/conversations';
import type { MessageAsset } from '@parley/contracts/events';
import { assetLimit } from '@parley/contracts/rules/asset-limit';
import { harmlessFileName } from '@parley/contracts/rules/file-name';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import type { CommandContext } from '@parley/event-sourcing/decider/command';
import { NotFound, Rejected } from '@parley/event-sourcing/decider/decider';
import { digestOfFile } from '@parley/platform/storage/file-digest';
import { inspectFile, MAX_PIXELS } from '@parley/platform/storage/inspect-file';
import { newPath, Storage } from '@parley/platform/storage/storage';
import { asset, ToAsset } from '../domain/asset';
import { InboxQueries } from '../read/inbox.queries';
import type { Viewer } from '@parley/access-rules/viewer';
import { assetCategory } from './asset-category';
import { mediumOf } from './send-facts';

/** Maximum length of a file name that a client sends; longer names are cut before they are checked. */
const MAX_NAME_LENGTH = 2_000;

export interface UploadedFile {
  originalname: string;
  mimetype: string;
  buffer: Buffer;
}

/** An uploaded file whose bytes are stored. */
export interface StoredUpload {
  fileName: string;
  contentType: string;
  size: number;
  sha256: string;
  path: string;
}

/** Stores files that agents upload, so that a message can refer to them. */
@Injectable()
export class UploadAsset {
  constructor(
    private readonly inbox: InboxQueries,
    private readonly storage: Storage,
    private readonly commands: CommandBus,
    private readonly aggregates: Aggregates,
  ) {}

  /**
   * Stores a file for a conversation.
   * @throws NotFound if the viewer cannot see the conversation
   * @throws Rejected with the codes of `store`
   */
  async upload(
    viewer: Viewer,
    chatId: string,
    file: UploadedFile | undefined,
    context: CommandContext,
  ): Promise<AssetResponse> {
    const facts = await this.inbox.findVisible(viewer, chatId);
    const stored = await this.store(file, (contentType) => assetLimit(mediumOf(facts), contentType));
    await this.give({ id: chatId, contactId: facts.chat.contactId }, stored, context);
    const { fileName, contentType, size } = stored;
    return { id: context.commandId, fileName, contentType, size };
  }

  /**
   * Stores the bytes of a file that belongs to no conversation yet.
   * @param limitOf returns the maximum number of bytes for a content type
   * @throws Rejected `file_empty`, `file_too_large`, `file_type_mismatch` or `picture_too_large`
   */
  async store(
    file: UploadedFile | undefined,
    limitOf: (contentType: string) => number,
  ): Promise<StoredUpload> {
    if (!file || file.buffer.length === 0) throw new Rejected('file_empty');
    const { mimetype: contentType, buffer } = file;
    const limit = limitOf(contentType);
    if (buffer.length > limit) throw new Rejected('file_too_large', `at most ${limit} bytes`);
    // Multer decodes the file name in a multipart header as Latin-1, but browsers send UTF-8.
    const given = Buffer.from(file.originalname, 'latin1').toString('utf8').slice(0, MAX_NAME_LENGTH);
    const fileName = harmlessFileName(given) ?? 'file';
    const fault = inspectFile(buffer, contentType);
    if (fault === 'type') throw new Rejected('file_type_mismatch');
    if (fault === 'pixels') throw new Rejected('picture_too_large', `at most ${MAX_PIXELS} pixels`);
    const path = newPath();
    await this.storage.put(path, buffer, contentType);
    const sha256 = (await digestOfFile(buffer)).toString('hex');
    return { fileName, contentType, size: buffer.length, sha256, path };
  }

  /** Adds a stored file to a conversation; the file's id is the command's id, so that a repeated call is a no-op. */
  async give(
    { id: conversationId, contactId: subject }: { id: string; contactId: string },
    { fileName, ...stored }: StoredUpload,
    context: CommandContext,
  ): Promise<void> {
    const upload = { type: 'Upload', subject, personal: { fileName }, conversationId, ...stored } as const;
    await this.commands.execute(new ToAsset(context.commandId, upload, context));
  }

  /** Whether a file was added to any conversation. */
  async isGiven(customerId: string, assetId: string): Promise<boolean> {
    return (await this.aggregates.load(asset, 'asset', assetId, customerId)).state !== null;
  }

  /**
   * Stores the HTML of an e-mail that is about to be sent. The same HTML in the same conversation is stored only
   * once.
   */
  async keepHtml(chatId: string, html: string): Promise<MessageAsset> {
    const body = Buffer.from(html);
    const sha256 = createHash('sha256').update(body).digest('hex');
    const name = createHash('sha256').update(`${chatId}/html/${sha256}`).digest('hex').slice(0, 32);
    const path = `${name.slice(0, 2)}/${name}`;
    const contentType = 'text/plain';
    await this.storage.put(path, body, contentType);
    const assetId = uuidV5(sha256, chatId);
    return { assetId, contentType, size: body.length, sha256, path, category: 'document', part: 'html' };
  }

  /** @throws NotFound if the file was not uploaded for this conversation */
  async find(customerId: string, chatId: string, assetId: string): Promise<MessageAsset> {
    const { state } = await this.aggregates.load(asset, 'asset', assetId, customerId);
    if (!state || state.conversationId !== chatId) throw new NotFound();
    const { contentType, size, sha256, path, personal } = state;
    const category = assetCategory(contentType);
    return { assetId, contentType, size, sha256, path, category, fileName: personal?.fileName };
  }
}
