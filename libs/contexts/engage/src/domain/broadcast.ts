import type { BroadcastContent, BroadcastEvent, BroadcastVariant, DataOf } from '@parley/contracts/events';
import { commandTo } from '@parley/event-sourcing/decider/command';
import { NotFound, Rejected, type Decider } from '@parley/event-sourcing/decider/decider';

export type BroadcastCommand =
  | { type: 'Draft'; content: BroadcastContent }
  | { type: 'Change'; changes: Partial<BroadcastContent> }
  | ({ type: 'Start' } & DataOf<'BroadcastStarted'>)
  | { type: 'FinishPlanning' }
  | { type: 'Pause' | 'Resume' | 'Cancel' }
  /** Continues a finished broadcast, because a message that failed after the last one had left may be sent again. */
  | { type: 'GoOn' }
  /** `at`: ISO 8601 UTC. */
  | { type: 'Retry'; at: string }
  | { type: 'ChooseWinner'; variant: BroadcastVariant }
  | { type: 'Finish' }
  | { type: 'EndRepeat' }
  | { type: 'Delete' };

/**
 * `planning`: recipients are being recorded; `active`: messages leave, or will at their time; `finished`: no message
 * is left to send.
 */
export type BroadcastStatus =
  'missing' | 'draft' | 'planning' | 'active' | 'paused' | 'cancelled' | 'finished' | 'deleted';

export interface BroadcastState {
  status: BroadcastStatus;
  content: BroadcastContent;
  /** Whether all recipients are recorded. */
  isPlanned: boolean;
  start: DataOf<'BroadcastStarted'> | null;
  winner: BroadcastVariant | null;
  /** Whether the broadcast creates another broadcast at each repetition. */
  isRepeating: boolean;
}

export const emptyBroadcast: BroadcastContent = {
  name: '',
  description: '',
  templateId: null,
  values: [],
  listId: null,
  channelId: null,
  schedule: { at: null, zone: 'organisation', spreadHours: 0 },
  replies: { to: 'nobody', id: null },
  split: null,
  repeat: null,
};

/**
 * A broadcast from its draft to its last message. Its recipients are in its batches, and their messages in the ledger
 * of the view.
 */
export const broadcast: Decider<BroadcastCommand, BroadcastState, BroadcastEvent> = {
  initialState: {
    status: 'missing',
    content: emptyBroadcast,
    isPlanned: false,
    start: null,
    winner: null,
    isRepeating: false,
  },

  decide(command, state) {
    if (command.type === 'Draft') {
      return state.status === 'missing' ? [{ type: 'BroadcastDrafted', data: command.content }] : [];
    }
    if (state.status === 'missing') throw new NotFound();
    if (state.status === 'deleted') {
      if (command.type === 'Delete') return [];
      throw new NotFound();
    }
    switch (command.type) {
      case 'Change':
        return change(state, command.changes);
      case 'Start':
        return start(state, command);
      case 'FinishPlanning':
        return state.isPlanned || !state.start || state.status === 'cancelled'
          ? []
          : [{ type: 'BroadcastPlanned', data: {} }];
      case 'Pause':
        if (state.status === 'paused') return [];
        requireRunning(state);
        return [{ type: 'BroadcastPaused', data: {} }];
      case 'Resume':
        if (state.status === 'planning' || state.status === 'active') return [];
        if (state.status !== 'paused') throw new Rejected('broadcast_over');
        return [{ type: 'BroadcastResumed', data: {} }];
      case 'GoOn':
        return state.status === 'finished' ? [{ type: 'BroadcastResumed', data: {} }] : [];
      case 'Cancel':
        if (state.status === 'cancelled') return [];
        if (state.status !== 'paused') requireRunning(state);
        return [{ type: 'BroadcastCancelled', data: {} }];
      case 'Retry':
        if (!state.isPlanned || state.status === 'cancelled') throw new Rejected('broadcast_over');
        return [{ type: 'BroadcastRetried', data: { at: command.at } }];
      case 'ChooseWinner':
        if (state.winner !== null || !state.start?.other || !isRunning(state)) return [];
        return [{ type: 'BroadcastWinnerChosen', data: { variant: command.variant } }];
      case 'Finish':
        return state.status === 'active' && state.isPlanned ? [{ type: 'BroadcastFinished', data: {} }] : [];
      case 'EndRepeat':
        return state.isRepeating ? [{ type: 'BroadcastRepeatEnded', data: {} }] : [];
      case 'Delete':
        if (state.status !== 'draft') throw new Rejected('broadcast_started');
        return [{ type: 'BroadcastDeleted', data: {} }];
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case 'BroadcastDrafted':
        return { ...state, status: 'draft', content: event.data };
      case 'BroadcastChanged':
        return { ...state, content: event.data };
      case 'BroadcastStarted':
        return {
          ...state,
          status: 'planning',
          start: event.data,
          isRepeating: state.content.repeat !== null,
        };
      case 'BroadcastPlanned':
        return {
          ...state,
          isPlanned: true,
          status: state.status === 'planning' ? 'active' : state.status,
        };
      case 'BroadcastPaused':
        return { ...state, status: 'paused' };
      case 'BroadcastResumed':
        return { ...state, status: state.isPlanned ? 'active' : 'planning' };
      case 'BroadcastCancelled':
        return { ...state, status: 'cancelled', isRepeating: false };
      case 'BroadcastRetried':
        return { ...state, status: state.status === 'finished' ? 'active' : state.status };
      case 'BroadcastWinnerChosen':
        return { ...state, winner: event.data.variant };
      case 'BroadcastFinished':
        return { ...state, status: 'finished' };
      case 'BroadcastRepeatEnded':
        return { ...state, isRepeating: false };
      case 'BroadcastDeleted':
        return { ...state, status: 'deleted' };
    }
  },
};

export class ToBroadcast extends commandTo(broadcast, 'broadcast') {}

/** Names of the fields that a draft lacks before it can be started, in the order of the wizard. */
export function missingOf(content: BroadcastContent): string[] {
  const { templateId, listId, channelId, name, split, repeat, replies } = content;
  const lacks: [string, boolean][] = [
    ['template', templateId === null || (split !== null && split.templateId === null)],
    ['list', listId === null],
    ['channel', channelId === null],
    ['name', name.trim() === ''],
    ['replies', (replies.to === 'team' || replies.to === 'user') && replies.id === null],
    ['repeat', repeat?.every === 'date' && repeat.attributeId === null],
  ];
  return lacks.filter(([, isMissing]) => isMissing).map(([step]) => step);
}

function isRunning({ status }: BroadcastState): boolean {
  return status === 'planning' || status === 'active';
}

function requireRunning(state: BroadcastState): void {
  if (state.status === 'draft') throw new Rejected('broadcast_not_started');
  if (!isRunning(state)) throw new Rejected('broadcast_over');
}

function change({ status, content }: BroadcastState, changes: Partial<BroadcastContent>): BroadcastEvent[] {
  if (status !== 'draft') throw new Rejected('broadcast_started');
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const changed = { ...content, ...given };
  if (JSON.stringify(changed) === JSON.stringify(content)) return [];
  return [{ type: 'BroadcastChanged', data: changed }];
}

/** Concurrent starts record one event: the second finds that the broadcast is no draft. */
function start(
  { status, content }: BroadcastState,
  { type: _type, ...data }: Extract<BroadcastCommand, { type: 'Start' }>,
): BroadcastEvent[] {
  if (status !== 'draft') return [];
  const missing = missingOf(content);
  if (missing.length > 0) throw new Rejected('broadcast_incomplete', missing.join(', '));
  return [{ type: 'BroadcastStarted', data }];
}
