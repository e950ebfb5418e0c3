import { CommandBus, type ICommandHandler } from '@nestjs/cqrs';
import type { ModuleRef } from '@nestjs/core';
import { InstanceWrapper } from '@nestjs/core/injector/instance-wrapper';

/** A command bus with these handlers, for tools and tests outside the application. */
export function busOf(...handlers: ICommandHandler[]): CommandBus {
  // CqrsModule uses the ModuleRef only for request-scoped handlers; these are instances.
  const bus = new CommandBus(undefined as unknown as ModuleRef);
  const wrappers = handlers.map((instance) => {
    const metatype = instance.constructor as new () => ICommandHandler;
    return new InstanceWrapper<ICommandHandler>({ metatype, instance, isResolved: true });
  });
  bus.register(wrappers);
  return bus;
}
