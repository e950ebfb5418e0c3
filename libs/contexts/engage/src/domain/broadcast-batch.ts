import type { BroadcastBatchEvent, DataOf } from '@parley/contracts/events';
import { commandTo } from '@parley/event-sourcing/decider/command';
import type { Decider } from '@parley/event-sourcing/decider/decider';

export type BroadcastBatchCommand =
  ({ type: 'Plan' } & DataOf<'RecipientsPlanned'>) | ({ type: 'Skip' } & DataOf<'RecipientsSkipped'>);

/** The recorded event of the batch; null before it is recorded. */
export type BroadcastBatchState = BroadcastBatchEvent | null;

/**
 * A batch of recipients in a stream of its own. Only the first command is recorded, so that repeating it after a
 * crash changes nothing.
 */
export const broadcastBatch: Decider<BroadcastBatchCommand, BroadcastBatchState, BroadcastBatchEvent> = {
  initialState: null,

  decide(command, state) {
    if (state) return [];
    const { type, ...data } = command;
    return type === 'Plan'
      ? [{ type: 'RecipientsPlanned', data: data as DataOf<'RecipientsPlanned'> }]
      : [{ type: 'RecipientsSkipped', data: data as DataOf<'RecipientsSkipped'> }];
  },

  evolve(_state, event) {
    return event;
  },
};

export class ToBroadcastBatch extends commandTo(broadcastBatch, 'broadcastBatch') {}
