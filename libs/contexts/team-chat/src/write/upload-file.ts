import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { MAX_TEAM_FILE_SIZE, type TeamChatFile } from '@parley/contracts/api/team-chats';
import { harmlessFileName } from '@parley/contracts/rules/file-name';
import type { CommandContext } from '@parley/event-sourcing/decider/command';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import { inspectFile, MAX_PIXELS } from '@parley/platform/storage/inspect-file';
import { newPath, Storage } from '@parley/platform/storage/storage';
import type { Viewer } from '../read/team-chat.queries';
import { ToFile } from '../domain/file';
import { TeamChats } from './team-chats';

/** Maximum length of a file name that a client sends; longer names are cut before they are checked. */
const MAX_NAME_LENGTH = 2_000;

export interface UploadedFile {
  originalname: string;
  mimetype: string;
  buffer: Buffer;
}

/** Stores a file for one chat, so that an entry of this chat can refer to it. */
@Injectable()
export class UploadFile {
  constructor(
    private readonly chats: TeamChats,
    private readonly storage: Storage,
    private readonly commands: CommandBus,
  ) {}

  /**
   * @throws NotFound if this viewer never took part in the chat
   * @throws Rejected `team_chat_archived`, `file_empty`, `file_too_large`, `file_type_mismatch` or
   * `picture_too_large`
   */
  async upload(
    me: Viewer,
    chatId: string,
    file: UploadedFile | undefined,
    context: CommandContext,
  ): Promise<TeamChatFile> {
    await this.chats.requireTakesPart(me, chatId);
    if (!file || file.buffer.length === 0) throw new Rejected('file_empty');
    const { mimetype: contentType, buffer } = file;
    if (buffer.length > MAX_TEAM_FILE_SIZE) {
      throw new Rejected('file_too_large', `at most ${MAX_TEAM_FILE_SIZE} bytes`);
    }
    // Multer decodes the file name in a multipart header as Latin-1, but browsers send UTF-8.
    const given = Buffer.from(file.originalname, 'latin1').toString('utf8').slice(0, MAX_NAME_LENGTH);
    const fileName = harmlessFileName(given) ?? 'file';
    const fault = inspectFile(buffer, contentType);
    if (fault === 'type') throw new Rejected('file_type_mismatch');
    if (fault === 'pixels') throw new Rejected('picture_too_large', `at most ${MAX_PIXELS} pixels`);
    const path = newPath();
    await this.storage.put(path, buffer, contentType);
    const upload = {
      ...({ type: 'Upload', subject: me.userId, personal: { fileName } } as const),
      ...{ chatId, userId: me.userId, contentType, size: buffer.length, path },
    };
    await this.commands.execute(new ToFile(context.commandId, upload, context));
    return { id: context.commandId, fileName, contentType, size: buffer.length };
  }
}
