import { Injectable } from '@nestjs/common';
import { idOf, type RecordedEvent } from '@parley/contracts/events';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import { Views } from '@parley/event-sourcing/projection/views';
import type { Reaction } from '@parley/event-sourcing/reaction/reaction';
import { deleteWithBody } from '@parley/mail-html/mail-bodies';
import { Storage } from '@parley/platform/storage/storage';
import { Drafts } from '../drafts/drafts';
import { transcriptView } from '../read/transcript.projector';
import { TranscriptQueries } from '../read/transcript.queries';

/**
 * Deletes the files and drafts of a deleted conversation, but none from after the deletion, so that a repeated or
 * late run does no harm.
 */
@Injectable()
export class ForgetDeletedReaction implements Reaction {
  readonly name = 'forget-deleted';
  readonly prefixes = ['conversation-'];
  readonly types = ['ConversationDeleted'];

  constructor(
    private readonly transcript: TranscriptQueries,
    private readonly views: Views,
    private readonly storage: Storage,
    private readonly drafts: Drafts,
  ) {}

  async react({ type, stream, position, customerId, time }: RecordedEvent): Promise<void> {
    if (type !== 'ConversationDeleted') return;
    const isCurrent = await this.views.waitFor(transcriptView.name, position, 10_000);
    if (!isCurrent) throw new Rejected('busy', `the view ${transcriptView.name} is behind ${position}`);
    const conversationId = idOf(stream);
    for (const path of await this.transcript.filesUpTo(customerId, conversationId, position))
      await deleteWithBody(this.storage, path);
    await this.drafts.forgetChat(customerId, conversationId, time);
  }
}
