import { createHash, randomUUID } from 'node:crypto';
import { request as httpRequest, type Agent } from 'node:http';
import type { INestApplication } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { manifestOf } from '@parley/channels/adapters/registry';
import { webhookPathOf } from '@parley/channels/read/channels.queries';
import { foundIn, type Sample } from '@parley/channels/testing/samples';
import { ConnectChannel } from '@parley/channels/write/channel.handler';
import { platformsOf, type Provider } from '@parley/contracts/channels/offers';
import { signatures } from '@parley/doubles/provider/signatures';
import { requestedNow } from '@parley/event-sourcing/decider/command';

/** Secret with which the webhooks of every provider are signed; in base64, which Apple requires. */
const SECRET = Buffer.from('a secret of 32 bytes for proofs!').toString('base64');
/** Base address for the providers' APIs. No server listens at it, so calls fail immediately. */
const NOWHERE = 'http://127.0.0.1:1';

/** A sample webhook, with channels of one organisation for the accounts that the sample names. */
export interface Connected {
  sample: Sample;
  customerId: string;
  /** Id of the channel for each account. */
  channelIds: Map<string | null, string>;
  /** Path to which the webhook is posted. */
  path: string;
}

/** Connects channels, and posts signed webhooks to them as the providers do. */
export class ProviderWebhooks {
  constructor(
    private readonly app: INestApplication,
    private readonly publicUrl: string,
    private readonly agent: Agent,
  ) {}

  /** Connects a channel without calling its provider. @returns its id */
  async connect(provider: Provider, customerId: string, accountId: string | null): Promise<string> {
    const id = randomUUID();
    const { feed, credentials } = manifestOf(provider);
    const hasAccount = credentials.some(({ keptAs }) => keptAs === 'account');
    const connection = {
      name: provider,
      platform: platformsOf(provider)[0]!,
      provider,
      customerCareWindowLength: 0,
      providerAccountId: hasAccount ? (accountId ?? randomUUID()) : null,
      businessAccountId: null,
      apiBaseUrl: NOWHERE,
      readForAll: true,
      mandatoryAssign: false,
      teamIds: [],
      userIds: [],
    };
    const proof = feed.by === 'webhook' ? feed.proof : null;
    const secrets = proof?.by === 'signature' ? { [proof.secretName]: SECRET } : {};
    const context = requestedNow({ customerId, userId: randomUUID() });
    await this.app.get(CommandBus).execute(new ConnectChannel(id, connection, secrets, context));
    return id;
  }

  /** Connects a channel for each account that a sample names. */
  async connectAccounts(sample: Sample, customerId: string = randomUUID()): Promise<Connected> {
    const { provider } = sample;
    const accounts = new Set(foundIn(sample).map(({ accountId }) => accountId));
    const named = [...accounts].filter((accountId) => accountId !== null);
    const channelIds = new Map<string | null, string>();
    for (const accountId of named.length > 0 ? named : [null])
      channelIds.set(accountId, await this.connect(provider, customerId, accountId));
    const [first] = [...channelIds.values()] as [string];
    return { sample, customerId, channelIds, path: webhookPathOf(provider, first) };
  }

  /** @returns status of the response */
  post({ sample, path }: Pick<Connected, 'sample' | 'path'>): Promise<number> {
    const { body, contentType, query: written } = sample.webhook;
    const isDigested = sample.provider === 'twilio' && contentType === 'application/json';
    const query = isDigested ? `bodySHA256=${createHash('sha256').update(body).digest('hex')}` : written;
    return this.send(sample.provider, path + (query && `?${query}`), { body, contentType });
  }

  /** @returns status of the response */
  send(
    provider: Provider,
    path: string,
    { body, contentType }: { body: Buffer; contentType: string },
  ): Promise<number> {
    const url = this.publicUrl + path;
    const proofOf = signatures[provider as keyof typeof signatures];
    const headers = {
      ...(contentType && { 'content-type': contentType }),
      ...proofOf(SECRET, { url, body }),
    };
    const method = body.length > 0 ? 'POST' : 'GET';
    return new Promise((resolve, reject) => {
      const sent = httpRequest(url, { agent: this.agent, method, headers }, (response) => {
        response.on('error', reject).resume();
        response.on('end', () => resolve(response.statusCode ?? 0));
      });
      // If the server closed an idle connection just before the request used it (Node's `reusedSocket`), the request
      // is sent again.
      const retry = () => this.send(provider, path, { body, contentType }).then(resolve, reject);
      sent.on('error', (error) => (sent.reusedSocket ? retry() : reject(error)));
      sent.end(body.length > 0 ? body : undefined);
    });
  }
}
