import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import type { CommandContext, Envelope } from '@parley/event-sourcing/decider/command';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { OneAtATime } from '@parley/platform/database/one-at-a-time';
import { isThere, itemOf, type ItemCommand, type MarkKind } from '../domain/item';
import { MarkNames, spelling } from './mark-names';

/** Where in the log it happened, or null where nothing did. */
export interface Done {
  position: string | null;
}

/** A command on its way to one tag or label. */
export class ToMark extends Command<Done> implements Envelope<ItemCommand<MarkKind>> {
  constructor(
    readonly kind: MarkKind,
    readonly id: string,
    readonly command: ItemCommand<MarkKind>,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** A command on its way to one quick reply. */
export class ToQuickReply extends Command<Done> implements Envelope<ItemCommand<'quickReply'>> {
  constructor(
    readonly id: string,
    readonly command: ItemCommand<'quickReply'>,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(ToMark)
export class MarkHandler implements ICommandHandler<ToMark> {
  constructor(
    private readonly aggregates: Aggregates,
    private readonly names: MarkNames,
    private readonly oneAtATime: OneAtATime,
  ) {}

  execute(envelope: ToMark): Promise<Done> {
    const { command, context } = envelope;
    // Two marks that are merged into each other at once, or into one that is being deleted, would both be gone.
    const isEnd = command.type === 'Merge' || command.type === 'Delete';
    const work = () => this.carryOut(envelope);
    return isEnd ? this.oneAtATime.run(`marks of ${context.customerId}`, work) : work();
  }

  private async carryOut(envelope: ToMark): Promise<Done> {
    const { kind, id, command, context } = envelope;
    const before = await this.load(kind, id, context);
    const wanted =
      command.type === 'Create'
        ? command.content.name
        : command.type === 'Change' && isThere(before)
          ? command.changes.name
          : undefined;
    if (wanted !== undefined) await this.names.take(kind, wanted, id, context);
    if (command.type === 'Merge' && !isThere(await this.load(kind, command.intoId, context))) {
      throw new NotFound();
    }
    const done = await this.aggregates.execute(itemOf<MarkKind>(kind), kind, envelope);
    const { state } = done;
    const old = before.content?.name;
    // The name is free for others once nothing is called so any more.
    if (old !== undefined && !(isThere(state) && spelling(state.content.name) === spelling(old))) {
      await this.names.release(kind, old, id, context);
    }
    return done;
  }

  private async load(kind: MarkKind, id: string, { customerId }: CommandContext) {
    return (await this.aggregates.load(itemOf<MarkKind>(kind), kind, id, customerId)).state;
  }
}

@CommandHandler(ToQuickReply)
export class QuickReplyHandler implements ICommandHandler<ToQuickReply> {
  constructor(private readonly aggregates: Aggregates) {}

  execute(envelope: ToQuickReply): Promise<Done> {
    return this.aggregates.execute(itemOf('quickReply'), 'quickReply', envelope);
  }
}
