import { all } from '@parley/contracts/abilities';
import { LabelsController, TagsController } from './http/marks.controllers';
import { QuickRepliesController } from './http/quick-replies.controller';
import type { Noun } from './noun';
import { marksPart } from './read/marks.part';
import { MarkQueries } from './read/marks.queries';
import { quickRepliesPart } from './read/quick-replies.part';
import { QuickReplyQueries } from './read/quick-replies.queries';
import { MarkHandler } from './write/item.handler';

/** The nouns of the catalogue. */
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
    // Everybody has quick replies of their own and inserts those of everybody, which managers change.
    abilities: { quickReplies: all('user'), sharedQuickReplies: all('manager') },
  },
];
