import { all } from '@parley/contracts/abilities';
import type { Feature } from '@parley/feature/feature';
import { SharedDrafts1767240000000, TeamChatDraft1766800000000 } from './drafts/draft.migration';
import { TeamChatHttpModule } from './http/team-chat-http.module';
import { LiveTeamChats } from './live/live-team-chats';
import { teamChatView } from './read/team-chat.projector';
import { teamThreadView } from './read/team-thread.projector';
import { ForgetTeamFiles } from './write/forget-files.reaction';
import { TeamRetention } from './write/team-retention';
import { TeamChatModule } from './team-chat.module';

/** Chats between colleagues. */
export const teamChat: Feature = {
  module: TeamChatModule,
  migrations: [TeamChatDraft1766800000000, SharedDrafts1767240000000],
  views: [teamChatView, teamThreadView],
  live: [LiveTeamChats],
  reactions: [ForgetTeamFiles],
  work: [TeamRetention],
  abilities: { teamChats: all('user') },
  http: TeamChatHttpModule,
};
