import type { IpWhitelistEvent } from '@parley/contracts/events';
import { CommandTo, type CommandContext } from '@parley/event-sourcing/decider/command';
import { handlerOf } from '@parley/event-sourcing/decider/handler-of';
import { ipWhitelist, type IpWhitelistCommand, type IpWhitelistState } from '../domain/ip-whitelist';

/** Command to the IP whitelist of the organisation in the context; its stream has the organisation's id. */
export class ToIpWhitelist extends CommandTo<IpWhitelistCommand, IpWhitelistState, IpWhitelistEvent> {
  constructor(command: IpWhitelistCommand, context: CommandContext) {
    super(context.customerId, command, context);
  }
}

export const IpWhitelistHandler = handlerOf(ToIpWhitelist, ipWhitelist, 'ipWhitelist');
