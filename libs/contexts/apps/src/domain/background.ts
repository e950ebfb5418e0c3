import type { AppEvent } from '@parley/contracts/events';
import type { Decider } from '@parley/event-sourcing/decider/decider';
import { installedApp, type InstalledAppState } from './installed-app';

/**
 * An app, and how many times it began to run. Events that occur while it is not running are not delivered to it
 * later.
 */
export interface RunningState {
  app: InstalledAppState;
  begun: number;
}

const begins = new Set(['AppInstalled', 'AppRestored', 'AppSwitchedOn']);

/** A read-only decider without commands. */
export const runningApp: Decider<never, RunningState, AppEvent> = {
  initialState: { app: installedApp.initialState, begun: 0 },
  decide: () => [],
  evolve: ({ app, begun }, event) => ({
    app: installedApp.evolve(app, event),
    begun: begun + (begins.has(event.type) ? 1 : 0),
  }),
};
