import type { Type } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Category, Fact } from '@parley/contracts/events';
import { Aggregates } from './aggregates';
import type { CommandTo, Executed } from './command';
import type { Decider } from './decider';

/** Creates the handler of an aggregate whose commands need nothing but its decider. */
export function handlerOf<Command, State, Event extends Fact>(
  envelope: Type<CommandTo<Command, State, Event>>,
  decider: Decider<Command, State, Event>,
  category: Category,
): new (aggregates: Aggregates) => ICommandHandler<CommandTo<Command, State, Event>> {
  @CommandHandler(envelope)
  class Handler implements ICommandHandler<CommandTo<Command, State, Event>> {
    constructor(private readonly aggregates: Aggregates) {}

    execute(asked: CommandTo<Command, State, Event>): Promise<Executed<State, Event>> {
      return this.aggregates.execute(decider, category, asked);
    }
  }
  return Handler;
}
