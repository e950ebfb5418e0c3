import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type {
  ChannelConnectedResponse,
  ChannelTestResponse,
  ConnectionCheckResponse,
} from '@parley/contracts/api/channels';
import type {
  AddIdentityRequest,
  ConnectChannelRequest,
  ReplaceCredentialsRequest,
} from '@parley/contracts/api/channels.requests';
import {
  askedFor,
  brokenCredentials,
  brokenReplacements,
  replaceable,
  sorted,
  withoutBlanks,
  type BrokenCredential,
} from '@parley/contracts/channels/credentials';
import { offerOf, platformsOf, type Medium } from '@parley/contracts/channels/offers';
import { brokenRules } from '@parley/contracts/rules/channel-rules';
import type { ChannelSettings, ChannelSetUp } from '@parley/contracts/events';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { step, type CommandContext } from '@parley/event-sourcing/decider/command';
import { NotFound, Rejected } from '@parley/event-sourcing/decider/decider';
import { Views } from '@parley/event-sourcing/projection/views';
import { Config } from '@parley/platform/config/config';
import { OneAtATime } from '@parley/platform/database/one-at-a-time';
import { InvalidInput } from '@parley/platform/http/input';
import { Secrets } from '@parley/platform/security/keys';
import type { CheckRefused, CheckResult, Connection } from '../adapters/adapter';
import { adapterOf, manifestOf } from '../adapters/registry';
import { secretsOf } from '../adapters/secrets-of';
import { channel } from '../domain/channel';
import { channelsView } from '../read/channels.projector';
import { ChannelQueries, webhookPathOf } from '../read/channels.queries';
import {
  channelIdOf,
  ConnectChannel,
  identityIdOf,
  ReplaceSecrets,
  ToChannel,
  type ChannelSecrets,
} from './channel.handler';
import { ProviderAddresses } from './provider-addresses';

/** Time limit in ms for the view to fold a new channel, so that the next request counts it. */
const ROWS_TIMEOUT_MS = 2_000;

type Position = string | null;

/** Commands of administrators for channels, with every check beyond one channel's own rules. */
@Injectable()
export class AdministerChannels {
  constructor(
    private readonly commands: CommandBus,
    private readonly aggregates: Aggregates,
    private readonly channels: ChannelQueries,
    private readonly secrets: Secrets,
    private readonly addresses: ProviderAddresses,
    private readonly oneAtATime: OneAtATime,
    private readonly views: Views,
    private readonly config: Config,
  ) {}

  /**
   * Connects an account after its provider has confirmed that Parley may act for it. Repeating the same command
   * completes what a crash interrupted, or does nothing.
   * @param newId id for a channel without an account; the id of any other channel derives from its account
   * @throws Rejected `channel_account_taken`, `channel_account_elsewhere`, `channel_limit_reached`,
   * `channel_setting_invalid`, and the codes of `CheckRefused`
   * @throws InvalidInput if the credentials do not match the provider's manifest
   */
  async connect(
    request: ConnectChannelRequest,
    context: CommandContext,
    newId: string = randomUUID(),
  ): Promise<ChannelConnectedResponse> {
    const { customerId } = context;
    const { id, connection, secrets } = this.wanted(request, customerId, newId);
    // The event about secrets is recorded last, so it proves that all steps are done. Without secrets, the first step
    // is the only one.
    const last = Object.keys(secrets).length > 0 ? step(context, 'secrets') : context;
    const before = await this.aggregates.doneAt('channel', id, last);
    if (before !== null) return { id, position: before };
    const isBegun = async () => (await this.aggregates.doneAt('channel', id, context)) !== null;
    if (!(await isBegun())) await this.requireFree(id, connection, customerId);
    const held = await this.reach(id, connection, secrets, customerId);
    // Only one of two concurrent requests may store its secrets.
    return this.oneAtATime.run(`channels of ${customerId}`, async () => {
      const meanwhile = await this.aggregates.doneAt('channel', id, last);
      if (meanwhile !== null) return { id, position: meanwhile };
      if (!(await isBegun())) {
        await this.requireFree(id, connection, customerId);
        await this.commands.execute(new ConnectChannel(id, connection, secrets, context));
      }
      // A reconnected account gets the name of this request.
      const rename = { type: 'ChangeSettings', settings: { name: connection.name } } as const;
      await this.commands.execute(new ToChannel(id, rename, step(context, 'rename')));
      await this.noteQuality(id, held, context);
      const done = await this.commands.execute(
        new ReplaceSecrets(id, secrets, held?.expiresAt ?? null, step(context, 'secrets')),
      );
      const position = done.position ?? '';
      // Waits for the view, since the next request counts the channels in it.
      await this.views.waitFor(channelsView.name, position, ROWS_TIMEOUT_MS);
      return { id, position };
    });
  }

  /**
   * Returns one line per check that decides whether an account can be connected; changes nothing.
   * @throws Rejected `channel_setting_invalid` if the name is invalid
   * @throws InvalidInput if the credentials do not match the provider's manifest
   */
  async checkFor(
    request: ConnectChannelRequest,
    { customerId }: CommandContext,
  ): Promise<ConnectionCheckResponse> {
    const { id, connection, secrets } = this.wanted(request, customerId, randomUUID());
    const checked = await this.check(id, connection, secrets, customerId);
    if (checked?.outcome === 'refused') {
      const { code, field, detail } = checked;
      return {
        account: null,
        lines: [{ what: 'account', code, field: field ?? null, detail: detail ?? null }],
      };
    }
    const line = async (what: 'free' | 'room', look: () => Promise<void>) => {
      const code = await look().then(() => null, codeOfRejection);
      return { what, code, field: null, detail: null };
    };
    const isFree = async () => {
      await this.requireNotTaken(id, connection, customerId);
      await this.requireNotElsewhere(connection, customerId);
    };
    const lines = [
      { what: 'account' as const, code: null, field: null, detail: checked?.expiresAt ?? null },
      await line('free', isFree),
      await line('room', () => this.requireRoom(connection, customerId)),
    ];
    return { account: checked && { name: checked.name ?? null, phone: checked.phone ?? null }, lines };
  }

  /**
   * Derives id, connection and secrets from a request to connect an account.
   * @throws Rejected `channel_setting_invalid` if the name is invalid
   * @throws InvalidInput if the credentials do not match the provider's manifest
   */
  private wanted(
    { provider, name, credentials = {}, ...request }: ConnectChannelRequest,
    customerId: string,
    newId: string,
  ) {
    const manifest = manifestOf(provider);
    const platform = request.platform ?? platformsOf(provider)[0]!;
    if (!offerOf({ platform, provider })) throw new InvalidInput([{ field: 'platform', rule: 'isIn' }]);
    requireName(name, { platform, provider });
    requireUnbroken(brokenCredentials(manifest, platform, credentials));
    const { secrets, ...account } = sorted(manifest, credentials);
    const { providerAccountId } = account;
    const id = providerAccountId === null ? newId : channelIdOf(customerId, provider, providerAccountId);
    const connection = {
      ...{ name: name.trim(), platform, provider, ...account },
      ...{ readForAll: true, mandatoryAssign: false, teamIds: [], userIds: [] },
      customerCareWindowLength: offerOf({ platform, provider })?.careWindowHours ?? 0,
      apiBaseUrl: this.addresses.of(Object.values(secrets)),
    };
    return { id, connection, secrets };
  }

  async changeSettings(id: string, settings: Partial<ChannelSettings>, context: CommandContext) {
    return this.send(id, { type: 'ChangeSettings', settings }, context);
  }

  /** @throws Rejected `unknown_member` if a team or user is not of this organisation */
  async changeMembers(
    id: string,
    members: { teamIds: string[]; userIds: string[] },
    context: CommandContext,
  ) {
    await this.require(id, context);
    await this.channels.requireMembers(context.customerId, members);
    return this.send(id, { type: 'ChangeMembers', ...members }, context);
  }

  /**
   * @throws InvalidInput if the provider's manifest has no such secret
   * @throws Rejected with a code of `CheckRefused` if the provider refuses the credentials
   */
  async replaceCredentials(
    id: string,
    request: ReplaceCredentialsRequest,
    context: CommandContext,
  ): Promise<Position> {
    const setUp = await this.require(id, context);
    const manifest = manifestOf(setUp.provider);
    requireUnbroken(brokenReplacements(manifest, request.credentials));
    const { secrets: replaced } = sorted(manifest, request.credentials);
    const held = await this.reach(id, setUp, replaced, context.customerId);
    await this.noteQuality(id, held, context);
    const expiresAt = held?.expiresAt ?? null;
    const { position } = await this.commands.execute(new ReplaceSecrets(id, replaced, expiresAt, context));
    return position;
  }

  /** Checks the channel's credentials with its provider. */
  async test(id: string, context: CommandContext): Promise<ChannelTestResponse> {
    const checked = await this.check(id, await this.require(id, context), {}, context.customerId);
    if (checked?.outcome === 'holds') await this.noteQuality(id, checked, context);
    if (checked?.outcome === 'refused') {
      return { ok: false, code: checked.code, detail: checked.detail ?? null };
    }
    return { ok: true, account: checked && { name: checked.name ?? null, phone: checked.phone ?? null } };
  }

  /**
   * Adds a sender of the account after the provider has confirmed it.
   * @throws Rejected `several_senders_unsupported`, `channel_account_taken`, `too_many_identities`, and the codes of
   * connecting
   * @throws InvalidInput if the account is malformed
   */
  async addIdentity(
    id: string,
    { account, name }: AddIdentityRequest,
    context: CommandContext,
  ): Promise<Position> {
    const setUp = await this.require(id, context);
    const { provider, platform } = setUp;
    const manifest = manifestOf(provider);
    const field = askedFor(manifest, platform).find(({ keptAs }) => keptAs === 'account');
    if (!manifest.hasSeveralSenders || !field) throw new Rejected('several_senders_unsupported');
    const given = withoutBlanks({ [field.key]: account });
    const wrong = brokenCredentials(manifest, platform, given).filter(({ key }) => key === field.key);
    if (wrong.length > 0) throw new InvalidInput(wrong.map(({ rule }) => ({ field: 'account', rule })));
    const accountId = sorted(manifest, given).providerAccountId!;
    const sender = { ...setUp, providerAccountId: accountId, ownAccountId: setUp.providerAccountId };
    await this.reach(id, sender, {}, context.customerId);
    const identity = { identityId: identityIdOf(id, accountId), accountId, name: name.trim() };
    return this.send(id, { type: 'AddIdentity', identity }, context);
  }

  removeIdentity(id: string, identityId: string, context: CommandContext): Promise<Position> {
    return this.send(id, { type: 'RemoveIdentity', identityId }, context);
  }

  disconnect(id: string, context: CommandContext): Promise<Position> {
    return this.send(id, { type: 'Disconnect' }, context);
  }

  /**
   * @throws Rejected `channel_account_taken`, `channel_account_elsewhere`, `channel_limit_reached`, and the codes of
   * `CheckRefused`
   */
  async connectAgain(id: string, context: CommandContext): Promise<Position> {
    const setUp = await this.require(id, context);
    if (!setUp.isConnected) await this.requireRoom(setUp, context.customerId);
    await this.reach(id, setUp, {}, context.customerId);
    return this.oneAtATime.run(`channels of ${context.customerId}`, async () => {
      const now = await this.require(id, context);
      if (!now.isConnected) await this.requireRoom(now, context.customerId);
      const position = await this.send(id, { type: 'ConnectAgain' }, context);
      // Waits for the view, since the next request counts the channels in it.
      await this.views.waitFor(channelsView.name, position ?? '', ROWS_TIMEOUT_MS);
      return position;
    });
  }

  /** @throws Rejected `channel_account_taken` or `channel_limit_reached` */
  private async requireFree(
    id: string,
    account: Account & Pick<ChannelSetUp, 'platform'>,
    customerId: string,
  ): Promise<void> {
    await this.requireNotTaken(id, account, customerId);
    await this.requireRoom(account, customerId);
  }

  /** @throws Rejected `channel_account_taken` if the channel is connected already */
  private async requireNotTaken(
    id: string,
    { providerAccountId }: Account,
    customerId: string,
  ): Promise<void> {
    // A channel without an account has a new id, so no other channel can have taken it.
    if (providerAccountId === null) return;
    const { state } = await this.aggregates.load(channel, 'channel', id, customerId);
    if (state?.isConnected) throw new Rejected('channel_account_taken');
  }

  /** @throws Rejected `channel_account_elsewhere` if another organisation has the account */
  private async requireNotElsewhere(
    { provider, providerAccountId }: Account,
    customerId: string,
  ): Promise<void> {
    if (providerAccountId === null) return;
    await this.channels.requireNotElsewhere(customerId, provider, providerAccountId);
  }

  /** @throws Rejected `channel_limit_reached` if the organisation has its maximum */
  private async requireRoom({ platform, provider }: Medium, customerId: string): Promise<void> {
    if (platform === 'whatsapp' && provider) await this.channels.requireRoomForWhatsapp(customerId, provider);
    if (platform === 'web') await this.channels.requireRoomForWebChat(customerId);
  }

  /**
   * Checks with the provider that Parley may act for the account, and registers the address for webhooks if that is
   * left to Parley.
   * @returns the provider's data about the account; null if the provider has no check
   * @throws Rejected `channel_account_elsewhere`, and the codes of `CheckRefused`
   */
  private async reach(
    id: string,
    account: Account,
    given: ChannelSecrets,
    customerId: string,
  ): Promise<Held | null> {
    const { provider } = account;
    const checked = await this.check(id, account, given, customerId);
    if (checked?.outcome === 'refused') throw refusal(checked);
    // Checked only after the credentials, so that others cannot find out which accounts are connected here.
    await this.requireNotElsewhere(account, customerId);
    const connection = await this.connection(id, account, given, customerId);
    const address = this.config.publicUrl + webhookPathOf(provider, id);
    const registered = await adapterOf(provider).register?.(connection, address);
    if (registered?.outcome === 'refused') throw refusal(registered);
    return checked;
  }

  /** The result of the provider's check; null if it has none. */
  private async check(
    id: string,
    account: Account,
    given: ChannelSecrets,
    customerId: string,
  ): Promise<CheckResult | null> {
    const adapter = adapterOf(account.provider);
    return adapter.check ? adapter.check(await this.connection(id, account, given, customerId)) : null;
  }

  /** Builds a connection with the given secrets, and the stored ones for the rest. */
  private async connection(
    id: string,
    { provider, apiBaseUrl, providerAccountId, businessAccountId, ownAccountId }: Account,
    given: ChannelSecrets,
    customerId: string,
  ): Promise<Connection> {
    const names = replaceable(manifestOf(provider)).map(({ key, secretName = key }) => secretName);
    const secrets = await secretsOf(
      names,
      async (name) => given[name] ?? (await this.secrets.get(customerId, id, name)),
    );
    return { apiBaseUrl, providerAccountId, businessAccountId, secrets, ownAccountId };
  }

  private async noteQuality(id: string, held: Held | null, context: CommandContext): Promise<void> {
    if (!held?.quality) return;
    await this.send(id, { type: 'NoteQuality', quality: held.quality }, step(context, 'quality'));
  }

  /** @throws NotFound if the organisation has no such channel */
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

/** The provider's data about an account for which Parley may act. */
type Held = Extract<CheckResult, { outcome: 'holds' }>;
type Account = Pick<ChannelSetUp, 'provider' | 'apiBaseUrl' | 'providerAccountId' | 'businessAccountId'> &
  Pick<Connection, 'ownAccountId'>;

/** @throws error if it is no `Rejected` */
function codeOfRejection(error: unknown): string {
  if (error instanceof Rejected) return error.code;
  throw error;
}

function requireName(name: string, medium: Medium): void {
  const broken = brokenRules({ name }, medium);
  if (broken.length === 0) return;
  const detail = broken.map(({ field, rule }) => `${field}: ${rule}`).join(', ');
  throw new Rejected('channel_setting_invalid', detail, broken);
}

/** @throws InvalidInput if the list is not empty */
function requireUnbroken(broken: BrokenCredential[]): void {
  if (broken.length === 0) return;
  throw new InvalidInput(broken.map(({ key, rule }) => ({ field: `credentials.${key}`, rule })));
}

function refusal({ code, field, detail }: CheckRefused): Rejected {
  return new Rejected(code, detail, field ? [{ field: `credentials.${field}`, rule: 'refused' }] : undefined);
}
