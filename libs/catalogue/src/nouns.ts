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
  },
  { part: quickRepliesPart, queries: QuickReplyQueries, controllers: [QuickRepliesController] },
];
