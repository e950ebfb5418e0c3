import type { BroadcastBatchEvent, BroadcastEvent, EngageSettingsEvent } from '@parley/contracts/events';
import { CommandTo } from '@parley/event-sourcing/decider/command';
import { handlerOf } from '@parley/event-sourcing/decider/handler-of';
import { broadcast, type BroadcastCommand, type BroadcastState } from '../domain/broadcast';
import {
  broadcastBatch,
  type BroadcastBatchCommand,
  type BroadcastBatchState,
} from '../domain/broadcast-batch';
import {
  engageSettings,
  type EngageSettingsCommand,
  type EngageSettingsState,
} from '../domain/engage-settings';

export class ToBroadcast extends CommandTo<BroadcastCommand, BroadcastState, BroadcastEvent> {}

export class ToBroadcastBatch extends CommandTo<
  BroadcastBatchCommand,
  BroadcastBatchState,
  BroadcastBatchEvent
> {}

export class ToEngageSettings extends CommandTo<
  EngageSettingsCommand,
  EngageSettingsState,
  EngageSettingsEvent
> {}

export const BroadcastHandler = handlerOf(ToBroadcast, broadcast, 'broadcast');
export const BroadcastBatchHandler = handlerOf(ToBroadcastBatch, broadcastBatch, 'broadcastBatch');
export const EngageSettingsHandler = handlerOf(ToEngageSettings, engageSettings, 'engageSettings');
