import {
  defaultAssistantSettings,
  type AssistantSettings,
  type AssistantSettingsEvent,
} from '@parley/contracts/events';
import { commandTo } from '@parley/event-sourcing/decider/command';
import type { Decider } from '@parley/event-sourcing/decider/decider';

export type AssistantSettingsCommand = { type: 'Change'; changes: Partial<AssistantSettings> };

/** The settings of an organisation for its assistant: the provider's address, models, limits and privacy. */
export const assistantSettings: Decider<AssistantSettingsCommand, AssistantSettings, AssistantSettingsEvent> =
  {
    initialState: defaultAssistantSettings,

    decide({ changes }, settings) {
      const changed = Object.entries(changes).filter(
        ([name, value]) =>
          value !== undefined &&
          JSON.stringify(value) !== JSON.stringify(settings[name as keyof AssistantSettings]),
      );
      if (changed.length === 0) return [];
      return [{ type: 'AssistantSettingsChanged', data: Object.fromEntries(changed) }];
    },

    evolve(state, { data }) {
      return { ...state, ...data };
    },
  };

export class ToAssistantSettings extends commandTo(assistantSettings, 'assistantSettings') {}
