import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { v5 as uuidV5 } from 'uuid';
import type { ChannelConnectedResponse, ChannelTestResponse } from '@parley/contracts/api/channels';
import type {
  ConnectChannelRequest,
  ReplaceCredentialsRequest,
} from '@parley/contracts/api/channels.requests';
import { brokenRules } from '@parley/contracts/events/channel-rules';
import type { ChannelSettings, ChannelSetUp } from '@parley/contracts/events';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import type { CommandContext } from '@parley/event-sourcing/decider/command';
import { NotFound, Rejected } from '@parley/event-sourcing/decider/decider';
import { Secrets } from '@parley/platform/security/keys';
import type { CheckRefused, CheckResult, Connection } from '../adapters/adapter';
import { adapterOf } from '../adapters/registry';
import { channel } from '../domain/channel';
import { ChannelQueries } from '../read/channels.queries';
import {
  channelIdOf,
  ConnectChannel,
  ReplaceSecrets,
  ToChannel,
  type ChannelSecrets,
} from './channel.handler';
import { ProviderAddresses } from './provider-addresses';

/** WhatsApp's own window, in hours. */
const WHATSAPP_WINDOW = 24;

type Position = string | null;

/** What administrators do to channels: every step beyond one channel's own rules is here. */
@Injectable()
export class AdministerChannels {
  constructor(
    private readonly commands: CommandBus,
    private readonly aggregates: Aggregates,
    private readonly channels: ChannelQueries,
    private readonly secrets: Secrets,
    private readonly addresses: ProviderAddresses,
  ) {}

  /**
   * Connects an account, once its provider says that we may act for it.
   * @throws Rejected `channel_account_taken`, `channel_limit_reached`, `channel_setting_invalid`, and the codes of
   * `CheckRefused`
   */
  async connect(request: ConnectChannelRequest, context: CommandContext): Promise<ChannelConnectedResponse> {
    requireName(request.name);
    return request.provider === 'test'
      ? this.connectTest(request, context)
      : this.connectWhatsapp(request, context);
  }

  async changeSettings(id: string, settings: Partial<ChannelSettings>, context: CommandContext) {
    return this.send(id, { type: 'ChangeSettings', settings }, context);
  }

  /** @throws Rejected `unknown_member` for a team or user that is not of this organisation */
  async changeMembers(
    id: string,
    members: { teamIds: string[]; userIds: string[] },
    context: CommandContext,
  ) {
    await this.require(id, context);
    await this.channels.requireMembers(context.customerId, members);
    return this.send(id, { type: 'ChangeMembers', ...members }, context);
  }

  /** @throws Rejected with the codes of `CheckRefused` */
  async replaceCredentials(
    id: string,
    request: ReplaceCredentialsRequest,
    context: CommandContext,
  ): Promise<Position> {
    const setUp = await this.require(id, context);
    const replaced = secretsOf(request);
    const checked = await this.check(id, setUp, replaced, context.customerId);
    if (checked?.outcome === 'refused') throw refusal(checked);
    const expiresAt = checked?.expiresAt ?? null;
    const { position } = await this.commands.execute(new ReplaceSecrets(id, replaced, expiresAt, context));
    return position;
  }

  /** What the provider says of the channel now. */
  async test(id: string, context: CommandContext): Promise<ChannelTestResponse> {
    const checked = await this.check(id, await this.require(id, context), {}, context.customerId);
    if (checked?.outcome === 'refused') {
      return { ok: false, code: checked.code, detail: checked.detail ?? null };
    }
    return { ok: true, account: checked && { name: checked.name ?? null, phone: checked.phone ?? null } };
  }

  disconnect(id: string, context: CommandContext): Promise<Position> {
    return this.send(id, { type: 'Disconnect' }, context);
  }

  /** @throws Rejected `channel_account_taken`, `channel_limit_reached`, and the codes of `CheckRefused` */
  async connectAgain(id: string, context: CommandContext): Promise<Position> {
    const setUp = await this.require(id, context);
    if (setUp.platform === 'whatsapp' && !setUp.isConnected) {
      await this.channels.requireRoomForWhatsapp(context.customerId);
    }
    const checked = await this.check(id, setUp, {}, context.customerId);
    if (checked?.outcome === 'refused') throw refusal(checked);
    return this.send(id, { type: 'ConnectAgain' }, context);
  }

  private async connectTest({ name }: ConnectChannelRequest, context: CommandContext) {
    const id = randomUUID();
    const connection = {
      ...blank(name),
      ...({ platform: 'test', provider: 'test', customerCareWindowLength: WHATSAPP_WINDOW } as const),
      ...{ providerAccountId: null, businessAccountId: null, apiBaseUrl: null },
    };
    const { position } = await this.commands.execute(new ConnectChannel(id, connection, {}, context));
    return { id, position: position ?? '' };
  }

  private async connectWhatsapp(request: ConnectChannelRequest, context: CommandContext) {
    const { name, phoneNumberId = '', businessAccountId = '', credentials } = request;
    const { customerId } = context;
    const id = channelIdOf(customerId, 'whatsapp-cloud', phoneNumberId);
    const { state } = await this.aggregates.load(channel, 'channel', id, customerId);
    if (state?.isConnected) throw new Rejected('channel_account_taken');
    await this.channels.requireRoomForWhatsapp(customerId);
    const replaced = secretsOf(credentials ?? {});
    const connection = {
      ...blank(name),
      ...({
        platform: 'whatsapp',
        provider: 'whatsapp-cloud',
        customerCareWindowLength: WHATSAPP_WINDOW,
      } as const),
      ...{ providerAccountId: phoneNumberId, businessAccountId },
      apiBaseUrl: this.addresses.of(replaced['access-token'] ?? ''),
    };
    const checked = await this.check(id, connection, replaced, customerId);
    if (checked?.outcome === 'refused') throw refusal(checked);
    const expiresAt = checked?.expiresAt ?? null;
    await this.commands.execute(new ConnectChannel(id, connection, replaced, context));
    await this.commands.execute(new ReplaceSecrets(id, replaced, expiresAt, step(context, 'secrets')));
    // An account that was connected before is called what it is called now.
    const rename = { type: 'ChangeSettings', settings: { name } } as const;
    const { position } = await this.commands.execute(new ToChannel(id, rename, step(context, 'rename')));
    return { id, position: position ?? '' };
  }

  /** Asks the provider, with secrets that are given over those that are kept. Null: there is nobody to ask. */
  private async check(
    id: string,
    account: Pick<ChannelSetUp, 'provider' | 'apiBaseUrl' | 'providerAccountId' | 'businessAccountId'>,
    given: ChannelSecrets,
    customerId: string,
  ): Promise<CheckResult | null> {
    const { provider, apiBaseUrl, providerAccountId, businessAccountId } = account;
    const adapter = adapterOf(provider);
    if (!adapter.check) return null;
    const accessToken = given['access-token'] ?? (await this.secrets.get(customerId, id, 'access-token'));
    const appSecret = given['app-secret'] ?? (await this.secrets.get(customerId, id, 'app-secret'));
    const connection: Connection = { apiBaseUrl, providerAccountId, accessToken };
    return adapter.check(connection, { businessAccountId, appSecret: appSecret ?? '' });
  }

  /** @throws NotFound */
  private async require(id: string, { customerId }: CommandContext): Promise<ChannelSetUp> {
    const { state } = await this.aggregates.load(channel, 'channel', id, customerId);
    if (!state) throw new NotFound();
    return state;
  }

  private async send(id: string, command: ToChannel['command'], context: CommandContext): Promise<Position> {
    const { position } = await this.commands.execute(new ToChannel(id, command, context));
    return position;
  }
}

/** How every new channel is set up until somebody changes it. */
function blank(name: string) {
  return { name: name.trim(), readForAll: true, mandatoryAssign: false, teamIds: [], userIds: [] };
}

function requireName(name: string): void {
  const broken = brokenRules({ name }, 'test');
  if (broken.length === 0) return;
  const detail = broken.map(({ field, rule }) => `${field}: ${rule}`).join(', ');
  throw new Rejected('channel_setting_invalid', detail, broken);
}

const fieldOf: Partial<Record<CheckRefused['code'], string>> = {
  provider_token_refused: 'credentials.accessToken',
  provider_secret_refused: 'credentials.appSecret',
  provider_business_unknown: 'businessAccountId',
  provider_account_unknown: 'phoneNumberId',
};

function refusal({ code, detail }: CheckRefused): Rejected {
  const field = fieldOf[code];
  return new Rejected(code, detail, field ? [{ field, rule: 'refused' }] : undefined);
}

function secretsOf({ accessToken, appSecret, verifyToken }: ReplaceCredentialsRequest): ChannelSecrets {
  const secrets = { 'access-token': accessToken, 'app-secret': appSecret, 'verify-token': verifyToken };
  return Object.fromEntries(Object.entries(secrets).filter(([, value]) => value !== undefined));
}

/** Commands of one request that go to the same channel have ids of their own. */
function step(context: CommandContext, name: string): CommandContext {
  return { ...context, commandId: uuidV5(name, context.commandId) };
}
