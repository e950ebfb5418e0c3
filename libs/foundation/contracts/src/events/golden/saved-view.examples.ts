import type { SavedViewEvent } from '../saved-view.events';
import type { ExamplesOf } from './examples-of';
import { tagId, userId } from './ids';

const query = `list=open&tags=${tagId}`;

export const savedViewExamples: ExamplesOf<SavedViewEvent> = {
  SavedViewChanged: [{ name: 'Refunds', query, visibility: 'me', ownerId: userId }],
  SavedViewCreated: [{ name: 'Refunds', query, visibility: 'everybody', ownerId: userId }],
  SavedViewDeleted: [{}],
};
