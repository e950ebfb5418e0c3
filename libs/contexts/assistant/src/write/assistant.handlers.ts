import type { AssistantRunEvent, AssistantSettings, AssistantSettingsEvent } from '@parley/contracts/events';
import { CommandTo } from '@parley/event-sourcing/decider/command';
import { handlerOf } from '@parley/event-sourcing/decider/handler-of';
import { assistantRun, type AssistantRunCommand, type AssistantRunState } from '../domain/assistant-run';
import { assistantSettings, type AssistantSettingsCommand } from '../domain/assistant-settings';

export class ToAssistantSettings extends CommandTo<
  AssistantSettingsCommand,
  AssistantSettings,
  AssistantSettingsEvent
> {}

export class ToAssistantRun extends CommandTo<AssistantRunCommand, AssistantRunState, AssistantRunEvent> {}

export const AssistantSettingsHandler = handlerOf(
  ToAssistantSettings,
  assistantSettings,
  'assistantSettings',
);
export const AssistantRunHandler = handlerOf(ToAssistantRun, assistantRun, 'assistantRun');
