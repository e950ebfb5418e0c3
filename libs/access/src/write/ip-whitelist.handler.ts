import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { IpWhitelistEvent } from '@parley/contracts/events';
import { Aggregates, type Executed } from '@parley/event-sourcing/decider/aggregates';
import type { CommandContext, Envelope } from '@parley/event-sourcing/decider/command';
import { ipWhitelist, type IpWhitelistCommand, type IpWhitelistState } from '../domain/ip-whitelist';

type Result = Executed<IpWhitelistState, IpWhitelistEvent>;

/** A command on its way to the whitelist of one organisation, whose id it has. */
export class ToIpWhitelist extends Command<Result> implements Envelope<IpWhitelistCommand> {
  readonly id: string;

  constructor(
    readonly command: IpWhitelistCommand,
    readonly context: CommandContext,
  ) {
    super();
    this.id = context.customerId;
  }
}

@CommandHandler(ToIpWhitelist)
export class IpWhitelistHandler implements ICommandHandler<ToIpWhitelist> {
  constructor(private readonly aggregates: Aggregates) {}

  execute(envelope: ToIpWhitelist): Promise<Result> {
    return this.aggregates.execute(ipWhitelist, 'ipWhitelist', envelope);
  }
}
