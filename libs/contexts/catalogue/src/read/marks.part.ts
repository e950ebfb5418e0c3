import { MarksFold, marksDdl } from '@parley/read-kit/marks';
import type { Part } from './part';
import { UsageTally } from './usage-tally';

/** Tags and labels with their usage counts. */
export const marksPart: Part = {
  prefixes: ['tag-', 'label-', 'conversation-', 'contact-'],
  ddl: `${marksDdl}
    create index mark_by_customer on mark (customer_id, kind);

    -- How many conversations or contacts bear what stands for itself. Kept as facts come: nobody counts to show a list.
    create table usage (
      mark_id uuid primary key,
      count integer not null
    );`,
  async project(events, tx) {
    const marks = new MarksFold();
    for (const event of events) marks.apply(event);
    await marks.saveMarks(tx);
    const tally = await UsageTally.before(marks, tx);
    await marks.saveMarkings(tx);
    await tally.save(tx);
  },
};
