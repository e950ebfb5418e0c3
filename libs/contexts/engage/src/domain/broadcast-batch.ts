import type { BroadcastBatchEvent, DataOf } from '@parley/contracts/events';
import type { Decider } from '@parley/event-sourcing/decider/decider';

export type BroadcastBatchCommand =
  ({ type: 'Plan' } & DataOf<'RecipientsPlanned'>) | ({ type: 'Skip' } & DataOf<'RecipientsSkipped'>);

/** What the batch says; null before it is said. */
export type BroadcastBatchState = BroadcastBatchEvent | null;

/** Recipients that one fact tells of: the first to say it says it for good, so that a crash repeats nothing. */
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
