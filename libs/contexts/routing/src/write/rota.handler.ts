import type { RotaEvent } from '@parley/contracts/events';
import { CommandTo } from '@parley/event-sourcing/decider/command';
import { handlerOf } from '@parley/event-sourcing/decider/handler-of';
import { rota, type RotaCommand, type RotaState } from '../domain/rota';

/** A command on its way to one stream of a team's rota. */
export class ToRota extends CommandTo<RotaCommand, RotaState, RotaEvent> {}

export const RotaHandler = handlerOf(ToRota, rota, 'rota');
