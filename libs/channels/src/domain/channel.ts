import type { ChannelEvent } from '@parley/contracts/events';
import type { Decider } from '@parley/event-sourcing/decider/decider';

/** What a channel is connected with. */
export type ChannelSettings = ChannelEvent['data'];

/** Connects it, or connects it anew with other settings. */
export type ChannelCommand = { type: 'Connect'; settings: ChannelSettings };

export interface ChannelState {
  settings: ChannelSettings | null;
}

/** A way in which people reach the organisation: one account at one provider. */
export const channel: Decider<ChannelCommand, ChannelState, ChannelEvent> = {
  initialState: { settings: null },

  decide({ settings }, state) {
    if (state.settings && isSame(state.settings, settings)) return [];
    return [{ type: 'ChannelConnected', data: settings }];
  },

  evolve(_, event) {
    return { settings: event.data };
  },
};

function isSame(one: ChannelSettings, other: ChannelSettings): boolean {
  const names = Object.keys(other) as (keyof ChannelSettings)[];
  return names.every((name) => JSON.stringify(one[name]) === JSON.stringify(other[name]));
}
