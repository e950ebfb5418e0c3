import type { RotaEvent } from '@parley/contracts/events';
import { CommandTo } from '@parley/event-sourcing/decider/command';
import { handlerOf } from '@parley/event-sourcing/decider/handler-of';
import { rota, type RotaCommand, type RotaState } from '../domain/rota';

/** The command envelope for one stream of a team's assignment pool. */
export class ToRota extends CommandTo<RotaCommand, RotaState, RotaEvent> {}

export const RotaHandler = handlerOf(ToRota, rota, 'rota');
