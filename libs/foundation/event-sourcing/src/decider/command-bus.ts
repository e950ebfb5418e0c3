import type { Type } from '@nestjs/common';
import type { ModuleRef } from '@nestjs/core';
import { InstanceWrapper } from '@nestjs/core/injector/instance-wrapper';
import { CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Fact } from '@parley/contracts/events';
import { Aggregates } from './aggregates';
import type { AnyCommand, CommandsOf, CommandTo, Executed } from './command';
import { NotFound } from './decider';

/** Returns the command handlers of these command classes, one each, as providers of a Nest module. */
export function handlersOf(...classes: CommandsOf[]): Type<ICommandHandler>[] {
  return classes.map((commands) => {
    @CommandHandler(commands)
    class Handler implements ICommandHandler<AnyCommand> {
      constructor(private readonly aggregates: Aggregates) {}

      async execute(envelope: AnyCommand): Promise<Executed<unknown, Fact>> {
        const { decider, category } = commands;
        const executed = await this.aggregates.execute(decider, category, envelope);
        const id = decider.redirect?.(envelope.command, executed.state);
        return id ? this.aggregates.execute(decider, category, { ...envelope, id }) : executed;
      }
    }
    return Handler;
  });
}

/** A command bus for code that runs outside of the application, such as tools and tests. */
export function busOf(
  aggregates: Aggregates,
  ...handled: readonly (CommandsOf | ICommandHandler)[]
): CommandBus {
  // The bus uses the container only for request-scoped handlers; these are singletons.
  const bus = new CommandBus(undefined as unknown as ModuleRef);
  const handlers = handled.flatMap((each) =>
    typeof each === 'function' ? handlersOf(each).map((Handler) => new Handler(aggregates)) : [each],
  );
  bus.register(
    handlers.map((instance) => {
      const metatype = instance.constructor as Type<ICommandHandler>;
      return new InstanceWrapper<ICommandHandler>({ metatype, instance, isResolved: true });
    }),
  );
  return bus;
}

/**
 * Executes the command of an HTTP request.
 * @returns the response of the route, which contains the log position of the command's last event
 * @throws NotFound if the stream has no event
 * @throws Rejected if the decider rejects the command
 */
export async function carryOut<Command, State, Event extends Fact>(
  commands: CommandBus,
  command: CommandTo<Command, State, Event>,
): Promise<{ position: string }> {
  const { position } = await commands.execute(command);
  if (position === null) throw new NotFound();
  return { position };
}
