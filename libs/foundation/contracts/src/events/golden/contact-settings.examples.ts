import type { ContactAttributeEvent, SegmentEvent } from '../contact-settings.events';
import type { ExamplesOf } from './examples-of';
import { userId } from './ids';

const conditions = '{"match":"all","groups":[]}';

export const contactSettingsExamples: ExamplesOf<ContactAttributeEvent | SegmentEvent> = {
  ContactAttributeChanged: [{ name: 'Tier', kind: 'choice', choices: 'gold\nsilver' }],
  ContactAttributeCreated: [
    { name: 'Tier', kind: 'choice', choices: 'gold' },
    { name: 'Birthday', kind: 'date', choices: '' },
  ],
  ContactAttributeDeleted: [{}],
  SegmentChanged: [{ name: 'Wholesale', conditions, visibility: 'me', ownerId: userId }],
  SegmentCreated: [{ name: 'Wholesale', conditions, visibility: 'everybody', ownerId: userId }],
  SegmentDeleted: [{}],
};
