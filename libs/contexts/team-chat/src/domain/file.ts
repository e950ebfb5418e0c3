import type { TeamChatFileEvent } from '@parley/contracts/events';
import { commandTo } from '@parley/event-sourcing/decider/command';
import type { Decider } from '@parley/event-sourcing/decider/decider';

export type FileCommand = { type: 'Upload' } & TeamChatFileEvent['data'];

/** The uploaded file; null before the upload is recorded. */
export type FileState = TeamChatFileEvent['data'] | null;

/** A file that was uploaded for one chat; only entries of that chat can refer to it. */
export const file: Decider<FileCommand, FileState, TeamChatFileEvent> = {
  initialState: null,
  decide: ({ type: _type, ...data }, state) => (state ? [] : [{ type: 'TeamChatFileUploaded', data }]),
  evolve: (_state, event) => event.data,
};

export class ToFile extends commandTo(file, 'teamChatFile') {}
