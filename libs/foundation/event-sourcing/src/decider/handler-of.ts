import type { Type } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Category, Fact } from '@parley/contracts/events';
import { Aggregates } from './aggregates';
import type { CommandTo, Executed } from './command';
import type { Decider } from './decider';

/** The handler of an aggregate whose own rules say all that there is to say of its commands. */
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
