import {
  idOf,
  type ContactEvent,
  type ConversationEvent,
  type LabelEvent,
  type QuickReplyEvent,
  type RecordedEvent,
  type TagEvent,
} from '@parley/contracts/events';
import { MarksFold } from '@parley/event-sourcing/projection/marks';
import { upsert } from '@parley/event-sourcing/projection/upsert';
import type { View } from '@parley/event-sourcing/projection/view';
import type { Sql } from '@parley/platform/database/database';
import { catalogueDdl, type QuickReplyRow } from './catalogue.rows';
import { UsageTally } from './usage-tally';

type CatalogueEvent = RecordedEvent &
  (TagEvent | LabelEvent | QuickReplyEvent | ConversationEvent | ContactEvent);

/** Tags, labels and quick replies as they are managed. */
export const catalogueView: View = {
  name: 'catalogue',
  prefixes: ['tag-', 'label-', 'quickReply-', 'conversation-', 'contact-'],
  ddl: catalogueDdl,

  async project(recorded, tx) {
    const marks = new MarksFold();
    const replies = new Map<string, QuickReplyRow | null>();
    for (const event of recorded as CatalogueEvent[]) {
      marks.apply(event);
      const id = idOf(event.stream);
      if (event.type === 'QuickReplyCreated' || event.type === 'QuickReplyChanged') {
        const { title, message, visibility, ownerId: owner_id } = event.data;
        replies.set(id, { id, customer_id: event.customerId, title, message, visibility, owner_id });
      } else if (event.type === 'QuickReplyDeleted') replies.set(id, null);
    }
    await saveReplies(replies, tx);
    await marks.saveMarks(tx);
    const tally = await UsageTally.before(marks, tx);
    await marks.saveMarkings(tx);
    await tally.save(tx);
    return [];
  },
};

async function saveReplies(replies: Map<string, QuickReplyRow | null>, tx: Sql): Promise<void> {
  await upsert(
    tx,
    'quick_reply',
    ['id'],
    [...replies.values()].filter((row) => row !== null),
  );
  const deleted = [...replies].flatMap(([id, row]) => (row ? [] : [id]));
  if (deleted.length > 0) await tx.query('delete from quick_reply where id = any($1::uuid[])', [deleted]);
}
