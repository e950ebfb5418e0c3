import {
  defaultEngageSettings,
  type DataOf,
  type EngageSettings,
  type EngageSettingsEvent,
} from '@parley/contracts/events';
import { commandTo } from '@parley/event-sourcing/decider/command';
import type { Decider } from '@parley/event-sourcing/decider/decider';

export type EngageSettingsCommand =
  | { type: 'Change'; changes: Partial<EngageSettings> }
  | ({ type: 'AskForMore' } & DataOf<'EngageLimitRaiseRequested'>);

export interface EngageSettingsState {
  settings: EngageSettings;
  /** The raised limits that the organisation requested last. */
  asked: DataOf<'EngageLimitRaiseRequested'> | null;
}

export const engageSettings: Decider<EngageSettingsCommand, EngageSettingsState, EngageSettingsEvent> = {
  initialState: { settings: defaultEngageSettings, asked: null },

  decide(command, { settings, asked }) {
    if (command.type === 'AskForMore') {
      const { messages, contacts } = command;
      if (asked?.messages === messages && asked.contacts === contacts) return [];
      return [{ type: 'EngageLimitRaiseRequested', data: { messages, contacts } }];
    }
    const changed = Object.entries(command.changes).filter(
      ([name, value]) =>
        value !== undefined &&
        JSON.stringify(value) !== JSON.stringify(settings[name as keyof EngageSettings]),
    );
    if (changed.length === 0) return [];
    return [{ type: 'EngageSettingsChanged', data: Object.fromEntries(changed) }];
  },

  evolve(state, event) {
    if (event.type === 'EngageLimitRaiseRequested') return { ...state, asked: event.data };
    return { ...state, settings: { ...state.settings, ...event.data } };
  },
};

export class ToEngageSettings extends commandTo(engageSettings, 'engageSettings') {}
