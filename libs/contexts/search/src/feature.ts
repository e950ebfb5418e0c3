import type { Feature } from '@parley/feature/feature';
import { SearchHttpModule } from './http/search-http.module';
import { SearchForgetting } from './read/search-forgetting';
import { searchView } from './read/search.projector';
import { teamSearchView } from './team/team-search.projector';
import { SearchModule } from './search.module';

/** Finds contacts, conversations and their messages, and entries of team chats, of any age. */
export const search: Feature = {
  module: SearchModule,
  views: [searchView, teamSearchView],
  work: [SearchForgetting],
  http: SearchHttpModule,
};
