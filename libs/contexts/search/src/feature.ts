import type { Feature } from '@parley/feature/feature';
import { SearchHttpModule } from './http/search-http.module';
import { SearchForgetting } from './read/search-forgetting';
import { searchView } from './read/search.projector';
import { teamSearchView } from './team/team-search.projector';
import { SearchModule } from './search.module';

/** Finds contacts, conversations, and what was said in them and in team chats, however long ago. */
export const search: Feature = {
  module: SearchModule,
  views: [searchView, teamSearchView],
  work: [SearchForgetting],
  http: SearchHttpModule,
};
