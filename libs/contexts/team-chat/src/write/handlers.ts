import type {
  TeamChatEntryEvent,
  TeamChatEvent,
  TeamChatFileEvent,
  TeamChatParticipantEvent,
} from '@parley/contracts/events';
import { CommandTo } from '@parley/event-sourcing/decider/command';
import { handlerOf } from '@parley/event-sourcing/decider/handler-of';
import { entry, type EntryCommand, type EntryState } from '../domain/entry';
import { file, type FileCommand, type FileState } from '../domain/file';
import { participant, type ParticipantCommand, type ParticipantState } from '../domain/participant';
import { teamChat, type TeamChatCommand, type TeamChatState } from '../domain/team-chat';

/** The command envelope for one chat. */
export class ToTeamChat extends CommandTo<TeamChatCommand, TeamChatState, TeamChatEvent> {}

/** The command envelope for one entry. */
export class ToEntry extends CommandTo<EntryCommand, EntryState, TeamChatEntryEvent> {}

/** The command envelope for one participant. */
export class ToParticipant extends CommandTo<
  ParticipantCommand,
  ParticipantState,
  TeamChatParticipantEvent
> {}

/** The command envelope for one uploaded file. */
export class ToFile extends CommandTo<FileCommand, FileState, TeamChatFileEvent> {}

export const TeamChatHandler = handlerOf(ToTeamChat, teamChat, 'teamChat');
export const EntryHandler = handlerOf(ToEntry, entry, 'teamChatEntry');
export const ParticipantHandler = handlerOf(ToParticipant, participant, 'teamChatParticipant');
export const FileHandler = handlerOf(ToFile, file, 'teamChatFile');
