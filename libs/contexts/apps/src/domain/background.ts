import type { AppEvent } from '@parley/contracts/events';
import type { Decider } from '@parley/event-sourcing/decider/decider';
import { installedApp, type InstalledAppState } from './installed-app';

/** An app, and how often it began to run: what it hears of in between is nothing that waits for it. */
export interface RunningState {
  app: InstalledAppState;
  begun: number;
}

const begins = new Set(['AppInstalled', 'AppRestored', 'AppSwitchedOn']);

/** Read and never told anything. */
export const runningApp: Decider<never, RunningState, AppEvent> = {
  initialState: { app: installedApp.initialState, begun: 0 },
  decide: () => [],
  evolve: ({ app, begun }, event) => ({
    app: installedApp.evolve(app, event),
    begun: begun + (begins.has(event.type) ? 1 : 0),
  }),
};
