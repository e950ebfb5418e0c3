import type { LabelEvent, QuickReplyEvent, TagEvent } from '../catalogue.events';
import type { ExamplesOf } from './examples-of';
import { userId, tagId, labelId } from './ids';

export const catalogueExamples: ExamplesOf<LabelEvent | QuickReplyEvent | TagEvent> = {
  LabelChanged: [{ name: 'Wholesale', colour: '#0f7b6c' }],
  LabelCreated: [{ name: 'wholesale', colour: '#0f7b6c' }],
  LabelDeleted: [{}],
  LabelMerged: [{ intoId: labelId }],
  QuickReplyChanged: [
    { title: null, message: 'We are closed on Sundays.', visibility: 'me', ownerId: userId },
  ],
  QuickReplyCreated: [
    {
      title: 'hours',
      message: 'Hi {{contact.name}}, we open at 9.',
      visibility: 'everybody',
      ownerId: userId,
    },
    { title: null, message: 'We are closed on Sundays.', visibility: 'me', ownerId: userId },
  ],
  QuickReplyDeleted: [{}],
  TagChanged: [{ name: 'Refund', colour: '#c92a2a' }],
  TagCreated: [{ name: 'refund', colour: '#c92a2a' }],
  TagDeleted: [{}],
  TagMerged: [{ intoId: tagId }],
};
