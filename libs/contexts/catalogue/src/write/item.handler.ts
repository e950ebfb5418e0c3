import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { normalizeText } from '@parley/contracts/rules/normalized-text';
import { Claims, type Unique } from '@parley/claims/claims';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { CommandTo, type CommandContext, type Executed } from '@parley/event-sourcing/decider/command';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { OneAtATime } from '@parley/platform/database/one-at-a-time';
import {
  isThere,
  itemOf,
  type EventOf,
  type ItemCommand,
  type ItemKind,
  type ItemState,
  type MarkKind,
  type PlainKind,
} from '../domain/item';

abstract class ToKind<Kind extends ItemKind> extends CommandTo<
  ItemCommand<Kind>,
  ItemState<Kind>,
  EventOf<Kind>
> {
  constructor(
    readonly kind: Kind,
    id: string,
    command: ItemCommand<Kind>,
    context: CommandContext,
  ) {
    super(id, command, context);
  }
}

export class ToMark extends ToKind<MarkKind> {}

/** Command to a settings entity that has only the commands that all entities share. */
export class ToItem<Kind extends PlainKind = PlainKind> extends ToKind<Kind> {}

@CommandHandler(ToItem)
export class ItemHandler implements ICommandHandler<ToItem> {
  constructor(private readonly aggregates: Aggregates) {}

  execute(envelope: ToItem): Promise<Executed<ItemState<PlainKind>, EventOf<PlainKind>>> {
    return this.aggregates.execute(itemOf(envelope.kind), envelope.kind, envelope);
  }
}

@CommandHandler(ToMark)
export class MarkHandler implements ICommandHandler<ToMark> {
  constructor(
    private readonly aggregates: Aggregates,
    private readonly claims: Claims,
    private readonly oneAtATime: OneAtATime,
  ) {}

  /** @throws Rejected `tag_name_taken` or `label_name_taken`, and by the rules of `itemOf` */
  execute(envelope: ToMark): Promise<Executed<ItemState<MarkKind>, EventOf<MarkKind>>> {
    const { kind, command, context } = envelope;
    const work = () => this.claims.execute(uniqueMark(kind), envelope);
    if (command.type !== 'Merge' && command.type !== 'Delete') return work();
    // Two marks merged into each other at the same time would both disappear, as would a mark merged into another
    // that is being deleted. So merges and deletions run one at a time.
    return this.oneAtATime.run(`marks of ${context.customerId}`, async () => {
      if (command.type === 'Merge') await this.requireThere(kind, command.intoId, context);
      return work();
    });
  }

  /** @throws NotFound if the mark does not exist, or was deleted or merged */
  private async requireThere(kind: MarkKind, id: string, { customerId }: CommandContext): Promise<void> {
    const { state } = await this.aggregates.load(itemOf<MarkKind>(kind), kind, id, customerId);
    if (!isThere(state)) throw new NotFound();
  }
}

/** Makes names unique among the marks of a kind in an organisation, in any spelling. */
function uniqueMark(kind: MarkKind): Unique<ItemCommand<MarkKind>, ItemState<MarkKind>, EventOf<MarkKind>> {
  return {
    decider: itemOf<MarkKind>(kind),
    category: kind,
    goesBy: (state) =>
      isThere(state)
        ? [{ kind: `${kind}-name`, value: spelling(state.content.name), taken: `${kind}_name_taken` }]
        : [],
    isGone: ({ isDeleted, mergedInto }) => isDeleted || mergedInto !== null,
  };
}

/** Returns the same text for names that differ only in case, spaces or Unicode form. */
function spelling(name: string): string {
  return normalizeText(name, 'NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}
