import { Injectable } from '@nestjs/common';
import { idOf, type RecordedEvent } from '@parley/contracts/events';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import type { Reaction } from '@parley/event-sourcing/reaction/reaction';
import { Storage } from '@parley/platform/storage/storage';
import { entry } from '../domain/entry';

/** Deletes the files of a deleted entry; a repeated run does no harm. */
@Injectable()
export class ForgetTeamFiles implements Reaction {
  readonly name = 'team-chat-forget-files';
  readonly prefixes = ['teamChatEntry-'];
  readonly types = ['TeamChatEntryDeleted'];

  constructor(
    private readonly aggregates: Aggregates,
    private readonly storage: Storage,
  ) {}

  async react({ type, stream, customerId }: RecordedEvent): Promise<void> {
    if (type !== 'TeamChatEntryDeleted') return;
    const { state } = await this.aggregates.load(entry, 'teamChatEntry', idOf(stream), customerId);
    for (const { path } of state.attachments) await this.storage.delete(path);
  }
}
