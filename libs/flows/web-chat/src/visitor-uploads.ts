import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { WebChatFile } from '@parley/contracts/api/web-chat';
import { assetLimit } from '@parley/contracts/rules/asset-limit';
import { harmlessFileName } from '@parley/contracts/rules/file-name';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import { digestOfFile } from '@parley/platform/storage/file-digest';
import { inspectFile, MAX_PIXELS } from '@parley/platform/storage/inspect-file';
import { newPath, Storage } from '@parley/platform/storage/storage';

const MEDIUM = { platform: 'web', provider: 'web-chat' } as const;

/** Stores files of visitors, by the same rules as agents' files on the channel. */
@Injectable()
export class VisitorUploads {
  constructor(private readonly storage: Storage) {}

  /** @throws Rejected `file_empty`, `file_too_large`, `file_type_mismatch`, `picture_too_large` */
  async store(body: Buffer, contentType: string, name: string): Promise<WebChatFile> {
    if (body.length === 0) throw new Rejected('file_empty');
    const limit = assetLimit(MEDIUM, contentType);
    if (body.length > limit) throw new Rejected('file_too_large', `at most ${limit} bytes`);
    const fault = inspectFile(body, contentType);
    if (fault === 'type') throw new Rejected('file_type_mismatch');
    if (fault === 'pixels') throw new Rejected('picture_too_large', `at most ${MAX_PIXELS} pixels`);
    const path = newPath();
    await this.storage.put(path, body, contentType);
    return {
      assetId: randomUUID(),
      ...{ path, contentType, size: body.length },
      fileName: harmlessFileName(name) ?? 'file',
      sha256: (await digestOfFile(body)).toString('hex'),
    };
  }
}
