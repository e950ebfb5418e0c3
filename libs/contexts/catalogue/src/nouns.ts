import { all } from '@parley/contracts/abilities';
import { ContactAttributesController } from './http/contact-attributes.controller';
import { LabelsController, TagsController } from './http/marks.controllers';
import { QuickRepliesController } from './http/quick-replies.controller';
import { SegmentsController } from './http/segments.controller';
import { SavedViewsController } from './http/saved-views.controller';
import type { Noun } from './noun';
import { contactAttributesPart } from './read/contact-attributes.part';
import { ContactAttributeQueries, SegmentQueries } from './read/contact-settings.queries';
import { marksPart } from './read/marks.part';
import { MarkQueries } from './read/marks.queries';
import { quickRepliesPart } from './read/quick-replies.part';
import { QuickReplyQueries } from './read/quick-replies.queries';
import { segmentsPart } from './read/segments.part';
import { savedViewsPart } from './read/saved-views.part';
import { SavedViewQueries } from './read/saved-views.queries';
import { MarkHandler } from './write/item.handler';

export const nouns: Noun[] = [
  {
    part: marksPart,
    queries: MarkQueries,
    handlers: [MarkHandler],
    controllers: [LabelsController, TagsController],
    abilities: { tags: { ...all('manager'), read: 'user' }, labels: { ...all('manager'), read: 'user' } },
  },
  {
    part: quickRepliesPart,
    queries: QuickReplyQueries,
    controllers: [QuickRepliesController],
    // Users write private quick replies and insert shared quick replies, which managers change.
    abilities: { quickReplies: all('user'), sharedQuickReplies: all('manager') },
  },
  {
    part: segmentsPart,
    queries: SegmentQueries,
    controllers: [SegmentsController],
    abilities: { segments: all('contactsModule'), sharedSegments: all('manager') },
  },
  {
    part: contactAttributesPart,
    queries: ContactAttributeQueries,
    controllers: [ContactAttributesController],
    abilities: { contactAttributes: { ...all('admin'), read: 'user' } },
  },
  {
    part: savedViewsPart,
    queries: SavedViewQueries,
    controllers: [SavedViewsController],
    // Users write private views and open shared views, which managers change.
    abilities: { savedViews: all('user'), sharedSavedViews: all('manager') },
  },
];
