import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ChannelEvent } from '@parley/contracts/events';
import { Aggregates, type Executed } from '@parley/event-sourcing/decider/aggregates';
import type { CommandContext } from '@parley/event-sourcing/decider/command';
import { Secrets } from '@parley/platform/security/keys';
import { channel, type ChannelConnection, type ChannelState } from '../domain/channel';
import type { SecretName } from '../domain/secret-name';

type Result = Executed<ChannelState, ChannelEvent>;

/** Connects a channel. Its secrets go to their sealed table; the log only learns their names. */
export class ConnectChannel extends Command<Result> {
  constructor(
    readonly id: string,
    readonly connection: Omit<ChannelConnection, 'secrets'>,
    readonly secrets: Partial<Record<SecretName, string>>,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(ConnectChannel)
export class ChannelHandler implements ICommandHandler<ConnectChannel> {
  constructor(
    private readonly aggregates: Aggregates,
    private readonly secrets: Secrets,
  ) {}

  async execute({ id, connection, secrets, context }: ConnectChannel): Promise<Result> {
    // First the secrets: a channel that is connected can be used at once.
    for (const [name, value] of Object.entries(secrets)) {
      await this.secrets.put(context.customerId, id, name, value);
    }
    const names = Object.keys(secrets).sort();
    const command = { type: 'Connect' as const, connection: { ...connection, secrets: names } };
    return this.aggregates.execute(channel, 'channel', { id, command, context });
  }
}
