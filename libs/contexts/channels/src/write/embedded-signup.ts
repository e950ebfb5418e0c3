import { randomBytes, randomInt } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import type { ChannelConnectedResponse, EmbeddedSignupResponse } from '@parley/contracts/api/channels';
import type { EmbeddedSignupRequest } from '@parley/contracts/api/channels.requests';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { step, type CommandContext } from '@parley/event-sourcing/decider/command';
import { NotFound, Rejected } from '@parley/event-sourcing/decider/decider';
import { Config } from '@parley/platform/config/config';
import { Secrets } from '@parley/platform/security/keys';
import type { CheckRefused } from '../adapters/adapter';
import { GRAPH_VERSION } from '../adapters/whatsapp-cloud/graph-api';
import {
  exchangeCode,
  numberOf,
  registerNumber,
  subscribe,
  type SignupApp,
} from '../adapters/whatsapp-cloud/embedded-signup';
import { channel } from '../domain/channel';
import { ChannelQueries, webhookPathOf } from '../read/channels.queries';
import { AdministerChannels } from './administer-channels';
import { channelIdOf } from './channel.handler';
import { ProviderAddresses } from './provider-addresses';

const PROVIDER = 'whatsapp-cloud';
/** Name of the secret with the PIN, which is stored since registering the number again requires it. */
const PIN = 'two-step-pin';

@Injectable()
export class EmbeddedSignup {
  private readonly logger = new Logger('channels/embedded-signup');

  constructor(
    private readonly administer: AdministerChannels,
    private readonly aggregates: Aggregates,
    private readonly channels: ChannelQueries,
    private readonly secrets: Secrets,
    private readonly addresses: ProviderAddresses,
    private readonly config: Config,
  ) {}

  /**
   * Returns the parameters for opening Facebook's page, and whether the organisation's limits allow another channel.
   */
  async offer(customerId: string): Promise<EmbeddedSignupResponse> {
    const { metaSignup: app, birdSignupUrl = null } = this.config;
    const [isFull, isBirdFull] = [
      await this.isFull(customerId, PROVIDER),
      await this.isFull(customerId, 'bird'),
    ];
    return {
      whatsapp: app
        ? {
            ...{ appId: app.appId, configId: app.configId, sdkUrl: app.sdkUrl, pageOrigin: app.pageOrigin },
            ...{ graphVersion: GRAPH_VERSION, isFull },
          }
        : null,
      bird: birdSignupUrl ? { url: birdSignupUrl, isFull: isBirdFull } : null,
    };
  }

  /**
   * Connects a signed-up number, or replaces the token of the channel that has it. Repeating the signup completes the
   * steps that failed before.
   * @throws NotFound if no app is configured
   * @throws Rejected `channel_limit_reached`, `embedded_signup_failed`, and the codes of connecting
   */
  async connect(request: EmbeddedSignupRequest, context: CommandContext): Promise<ChannelConnectedResponse> {
    const { metaSignup: app, publicUrl } = this.config;
    if (!app) throw new NotFound();
    const { customerId } = context;
    const { code, businessAccountId, isCoexistence } = request;
    // The code works only once, so the limit is checked before the code is used.
    if (request.phoneNumberId === undefined || !(await this.isConnected(customerId, request.phoneNumberId))) {
      await this.channels.requireRoomForWhatsapp(customerId, PROVIDER);
    }
    const { token } = this.held(await exchangeCode(app, code));
    const { phoneNumberId } = this.held(await numberOf(app, token, request));
    if (app.graphUrl) this.addresses.addDouble(token, app.graphUrl);
    const id = channelIdOf(customerId, PROVIDER, phoneNumberId);
    const secrets = { accessToken: token, appSecret: app.appSecret };
    const isConnected = await this.isConnected(customerId, phoneNumberId);
    // Keeps an existing token: Meta tests the address immediately, but the ingress notices a changed secret only
    // after some seconds.
    const kept = await this.secrets.get(customerId, id, 'verify-token');
    const verifyToken = kept ?? randomBytes(16).toString('hex');
    const credentials = { phoneNumberId, businessAccountId, ...secrets, verifyToken };
    const done = isConnected
      ? {
          id,
          position: (await this.administer.replaceCredentials(id, { credentials: secrets }, context)) ?? '',
        }
      : await this.administer.connect({ provider: PROVIDER, name: request.name, credentials }, context);
    if (!isCoexistence) await this.register(app, token, { id, phoneNumberId, customerId });
    const address = publicUrl + webhookPathOf(PROVIDER, id);
    this.require(await subscribe(app, token, { businessAccountId, address, verifyToken }));
    // Checks the channel only now, since Meta returns the number's name only after its registration.
    await this.administer.test(id, step(context, 'test'));
    return done;
  }

  private async register(
    app: SignupApp,
    token: string,
    { id, phoneNumberId, customerId }: { id: string; phoneNumberId: string; customerId: string },
  ): Promise<void> {
    const pin =
      (await this.secrets.get(customerId, id, PIN)) ?? String(randomInt(1_000_000)).padStart(6, '0');
    await this.secrets.put(customerId, id, PIN, pin);
    this.require(await registerNumber(app, token, { phoneNumberId, pin }));
  }

  private async isFull(customerId: string, provider: 'whatsapp-cloud' | 'bird'): Promise<boolean> {
    return this.channels.requireRoomForWhatsapp(customerId, provider).then(
      () => false,
      (error: unknown) => {
        if (error instanceof Rejected) return true;
        throw error;
      },
    );
  }

  private async isConnected(customerId: string, phoneNumberId: string): Promise<boolean> {
    const id = channelIdOf(customerId, PROVIDER, phoneNumberId);
    const { state } = await this.aggregates.load(channel, 'channel', id, customerId);
    return state?.isConnected ?? false;
  }

  /** @throws Rejected `embedded_signup_failed` if Meta refused */
  private held<T extends object>(answer: T | CheckRefused): T {
    if ('outcome' in answer) this.require(answer);
    return answer as T;
  }

  /** @throws Rejected `embedded_signup_failed` if Meta refused */
  private require(refused: CheckRefused | null): void {
    if (!refused) return;
    this.logger.warn(`Meta refused an embedded signup: ${refused.code}, ${refused.detail ?? 'no detail'}`);
    throw new Rejected('embedded_signup_failed', refused.detail);
  }
}
