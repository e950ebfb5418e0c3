import { CommandBus, type ICommandHandler } from '@nestjs/cqrs';
import type { ModuleRef } from '@nestjs/core';
import { InstanceWrapper } from '@nestjs/core/injector/instance-wrapper';

/** The command bus of what runs outside of the application, as tools and tests do: it knows these handlers. */
export function busOf(...handlers: ICommandHandler[]): CommandBus {
  // The container is asked only for handlers that are made anew for each request: these are made.
  const bus = new CommandBus(undefined as unknown as ModuleRef);
  const wrappers = handlers.map((instance) => {
    const metatype = instance.constructor as new () => ICommandHandler;
    return new InstanceWrapper<ICommandHandler>({ metatype, instance, isResolved: true });
  });
  bus.register(wrappers);
  return bus;
}
