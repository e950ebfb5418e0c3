import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v5 as uuidV5 } from 'uuid';
import type { ChannelEvent, Provider } from '@parley/contracts/events';
import { Claims, type Unique } from '@parley/claims/claims';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { CommandTo, type CommandContext, type Executed } from '@parley/event-sourcing/decider/command';
import { Secrets } from '@parley/platform/security/keys';
import { channel, type ChannelCommand, type ChannelConnection, type ChannelState } from '../domain/channel';

type Result = Executed<ChannelState, ChannelEvent>;
/** Secrets by the names in the provider's manifest. */
export type ChannelSecrets = Readonly<Record<string, string>>;

/**
 * Connects a channel. Its secrets are stored in their encrypted table; the log contains only their names and last
 * characters.
 */
export class ConnectChannel extends Command<Result> {
  constructor(
    readonly id: string,
    readonly connection: Omit<ChannelConnection, 'secrets'>,
    readonly secrets: ChannelSecrets,
    readonly context: CommandContext,
  ) {
    super();
  }
}

export class ReplaceSecrets extends Command<Result> {
  constructor(
    readonly id: string,
    readonly secrets: ChannelSecrets,
    /** When the new token expires, ISO 8601; null if the provider did not return it. */
    readonly expiresAt: string | null,
    readonly context: CommandContext,
  ) {
    super();
  }
}

type ChannelRequest = Exclude<ChannelCommand, { type: 'Connect' | 'ChangeCredentials' }>;

/** A command for one channel, with its context. */
export class ToChannel extends CommandTo<ChannelRequest, ChannelState, ChannelEvent> {}

/** While a channel is connected, its account belongs to one organisation, and to this channel within it. */
const uniqueChannel: Unique<ChannelCommand, ChannelState, ChannelEvent> = {
  decider: channel,
  category: 'channel',
  goesBy: (state) => {
    if (!state?.isConnected || !state.providerAccountId) return [];
    const { provider, providerAccountId, identities } = state;
    return [providerAccountId, ...identities.map(({ accountId }) => accountId)].flatMap((accountId) => {
      const account = { kind: 'provider-account', value: `${provider}/${accountId}` } as const;
      return [
        { ...account, isGlobal: true, taken: 'channel_account_elsewhere' },
        { ...account, taken: 'channel_account_taken' },
      ];
    });
  },
  isGone: () => false,
};

@CommandHandler(ConnectChannel)
export class ConnectChannelHandler implements ICommandHandler<ConnectChannel> {
  constructor(
    private readonly secrets: Secrets,
    private readonly claims: Claims,
  ) {}

  /** @throws Rejected `channel_account_taken` or `channel_account_elsewhere` */
  execute({ id, connection, secrets, context }: ConnectChannel): Promise<Result> {
    const command = {
      type: 'Connect' as const,
      connection: { ...connection, secrets: Object.keys(secrets).sort() },
    };
    // Runs after the account is claimed, but before the event: as soon as the event exists, the channel needs its
    // secrets.
    const prepare = () => seal(this.secrets, id, secrets, context);
    return this.claims.execute(uniqueChannel, { id, command, context }, prepare);
  }
}

@CommandHandler(ReplaceSecrets)
export class ReplaceSecretsHandler implements ICommandHandler<ReplaceSecrets> {
  constructor(
    private readonly aggregates: Aggregates,
    private readonly secrets: Secrets,
  ) {}

  async execute({ id, secrets, expiresAt, context }: ReplaceSecrets): Promise<Result> {
    await seal(this.secrets, id, secrets, context);
    const told = Object.entries(secrets).map(([name, value]) => ({ name, lastFour: value.slice(-4) }));
    const command = { type: 'ChangeCredentials' as const, secrets: told, expiresAt };
    return this.aggregates.execute(channel, 'channel', { id, command, context });
  }
}

@CommandHandler(ToChannel)
export class ChannelHandler implements ICommandHandler<ToChannel> {
  constructor(private readonly claims: Claims) {}

  /** @throws Rejected `channel_account_taken`, `channel_account_elsewhere`, and the codes of the decider */
  execute(envelope: ToChannel): Promise<Result> {
    return this.claims.execute(uniqueChannel, envelope);
  }
}

async function seal(
  sealed: Secrets,
  id: string,
  secrets: ChannelSecrets,
  { customerId }: CommandContext,
): Promise<void> {
  for (const [name, value] of Object.entries(secrets)) await sealed.put(customerId, id, name, value);
}

/**
 * The channel's id derives from the account: connecting it again continues the same channel with its settings and
 * conversations.
 */
export function channelIdOf(customerId: string, provider: Provider, accountId: string): string {
  return uuidV5(`${provider}/${accountId}`, customerId);
}

/** The id of a sender of a channel derives from its account. */
export function identityIdOf(channelId: string, accountId: string): string {
  return uuidV5(accountId, channelId);
}
