import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v5 as uuidV5 } from 'uuid';
import type { ChannelEvent, Provider } from '@parley/contracts/events';
import { ALL_ORGANISATIONS, Claims, type Claimable } from '@parley/event-sourcing/claims/claims';
import { Aggregates, type Executed } from '@parley/event-sourcing/decider/aggregates';
import type { CommandContext, Envelope } from '@parley/event-sourcing/decider/command';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import { Secrets } from '@parley/platform/security/keys';
import { channel, type ChannelCommand, type ChannelConnection, type ChannelState } from '../domain/channel';

type Result = Executed<ChannelState, ChannelEvent>;
/** Secrets by the names that the provider's manifest seals them under. */
export type ChannelSecrets = Readonly<Record<string, string>>;

/** Connects a channel. Its secrets go to their sealed table; the log only learns their names and last characters. */
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

/** Replaces secrets of a channel. */
export class ReplaceSecrets extends Command<Result> {
  constructor(
    readonly id: string,
    readonly secrets: ChannelSecrets,
    /** Until when its token holds, as far as the provider said. */
    readonly expiresAt: string | null,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** A command on its way to one channel. */
export class ToChannel extends Command<Result> implements Envelope<ChannelCommand> {
  constructor(
    readonly id: string,
    readonly command: Exclude<ChannelCommand, { type: 'Connect' | 'ChangeCredentials' }>,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/**
 * A provider's account is one organisation's, and there one channel's, at a time: it is claimed before it is connected.
 * An account whose connecting was cut short stays with that organisation: connecting it there again goes on with it.
 */
@CommandHandler(ConnectChannel)
export class ConnectChannelHandler implements ICommandHandler<ConnectChannel> {
  constructor(
    private readonly aggregates: Aggregates,
    private readonly secrets: Secrets,
    private readonly claims: Claims,
  ) {}

  /** @throws Rejected `channel_account_taken`, `channel_account_elsewhere` */
  async execute({ id, connection, secrets, context }: ConnectChannel): Promise<Result> {
    await claimAccount(this.claims, id, connection, context);
    // Before the fact: a channel that is connected can be used at once.
    await seal(this.secrets, id, secrets, context);
    const command = {
      type: 'Connect' as const,
      connection: { ...connection, secrets: Object.keys(secrets).sort() },
    };
    return this.aggregates.execute(channel, 'channel', { id, command, context });
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
  constructor(
    private readonly aggregates: Aggregates,
    private readonly claims: Claims,
  ) {}

  /** @throws Rejected `channel_account_taken`, `channel_account_elsewhere`, and by the rules of channels */
  async execute(envelope: ToChannel): Promise<Result> {
    const { id, command, context } = envelope;
    if (command.type === 'ConnectAgain') {
      const { state } = await this.aggregates.load(channel, 'channel', id, context.customerId);
      if (state) await claimAccount(this.claims, id, state, context);
    }
    const executed = await this.aggregates.execute(channel, 'channel', envelope);
    const account = executed.state && accountOf(executed.state);
    if (command.type === 'Disconnect' && account) {
      await this.claims.release(account, id, context);
      await this.claims.release(account, context.customerId, { ...context, customerId: ALL_ORGANISATIONS });
    }
    return executed;
  }
}

interface Account {
  provider: Provider;
  providerAccountId: string | null;
}

/** @throws Rejected `channel_account_taken`, `channel_account_elsewhere` */
async function claimAccount(
  claims: Claims,
  id: string,
  account: Account,
  context: CommandContext,
): Promise<void> {
  const claimable = accountOf(account);
  if (!claimable) return;
  const { customerId } = context;
  const among = { ...context, customerId: ALL_ORGANISATIONS };
  if ((await claims.claim(claimable, customerId, among)) !== customerId) {
    throw new Rejected('channel_account_elsewhere');
  }
  if ((await claims.claim(claimable, id, context)) !== id) throw new Rejected('channel_account_taken');
}

function accountOf({ provider, providerAccountId }: Account): Claimable | null {
  return providerAccountId ? { kind: 'provider-account', value: `${provider}/${providerAccountId}` } : null;
}

async function seal(
  sealed: Secrets,
  id: string,
  secrets: ChannelSecrets,
  { customerId }: CommandContext,
): Promise<void> {
  for (const [name, value] of Object.entries(secrets)) await sealed.put(customerId, id, name, value);
}

/** The channel of an account: whoever connects it again later finds what was set and said before. */
export function channelIdOf(customerId: string, provider: Provider, accountId: string): string {
  return uuidV5(`${provider}/${accountId}`, customerId);
}
