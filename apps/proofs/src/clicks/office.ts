import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { ProviderAddresses } from '@parley/channels/write/provider-addresses';
import type { Fact, RecordedEvent } from '@parley/contracts/events';
import { ConversationHistory } from '@parley/conversations/testing/conversation-history';
import { loadConfig } from '@parley/platform/config/config';
import { graphDouble } from '@parley/doubles/graph/graph-double';
import { id } from '@parley/testing/event-sourcing/history';
import { issuerDouble, type IssuerDouble } from '@parley/testing/oidc/issuer-double';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { AppModule } from '@parley/server/app.module';
import { BackgroundWork } from '@parley/platform/background-work';
import { openEngines, type Engines } from '@parley/server/engines';
import { useHttp } from '@parley/server/http';
import { migrations } from '@parley/server/migrations';
import { allViewsShow } from '@parley/server/testing/all-views-show';

/** A request that a button makes. */
export interface Press {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  path: string;
  body?: object;
  /** The user who makes the request; the manager by default. */
  by?: string;
  /** The client's idempotency key. */
  key?: string;
}

export interface Answer {
  status: number;
  /** Result of the request: `ok`, or the code of the refusal. */
  told: string;
  body: unknown;
}

export const whatsappAccount = {
  phoneNumberId: '106540352242922',
  businessAccountId: '102290129340398',
  accessToken: 'access-token-of-the-channel',
  appSecret: 'app-secret-of-the-channel',
};

/** Phone numbers of the same business account that tests connect only to disconnect them. */
export const spareNumbers = ['106540352242923', '106540352242924'];

/**
 * A test organisation in the product's API and projector, which run over HTTP and on a real PostgreSQL. No worker
 * runs, so no message is sent.
 */
export class Office {
  readonly customerId = randomUUID();
  /** Enough agents that each concurrent press has a different user, including the manager and the administrator. */
  readonly agents = Array.from({ length: 14 }, (_, nth) => `agent ${nth} of ${this.customerId}`);
  readonly manager = `manager of ${this.customerId}`;
  readonly admin = `admin of ${this.customerId}`;
  readonly channel = 'whatsapp';
  private readonly graph = graphDouble({
    ...{ appSecret: whatsappAccount.appSecret, accessToken: whatsappAccount.accessToken },
    tokenExpiresAt: 1_790_000_000,
    accounts: {
      [whatsappAccount.businessAccountId]: [
        { id: whatsappAccount.phoneNumberId, display_phone_number: '+31 20 555 0101', verified_name: 'Us' },
        ...spareNumbers.map((spare) => ({
          id: spare,
          display_phone_number: `+${spare}`,
          verified_name: 'Us',
        })),
      ],
    },
  });
  private readonly data = mkdtempSync(join(tmpdir(), 'parley-clicks-'));
  private readonly tokens = new Map<string, Promise<string>>();

  private constructor(
    readonly database: TestDatabase,
    private readonly issuer: IssuerDouble,
  ) {}

  private engines!: Engines;
  app!: NestExpressApplication;
  private url!: string;
  private closeGraph!: () => Promise<void>;

  static async open(): Promise<Office> {
    const office = new Office(await testDatabase(migrations), await issuerDouble());
    await office.start();
    return office;
  }

  private async start(): Promise<void> {
    const config = loadConfig({
      DATABASE_URL: this.database.url,
      OIDC_ISSUER: this.issuer.url,
      OIDC_CLIENT_ID: 'parley',
      OIDC_CLIENT_SECRET: 'secret',
      PARLEY_SECRET: 'only ever used by tests, 32 characters',
      PARLEY_DATA: this.data,
      PARLEY_ROLES: 'api,projector',
      // The full test invites more users than the limits allow in an hour.
      LIMITS: 'off',
    });
    this.engines = await openEngines(config);
    this.app = await NestFactory.create<NestExpressApplication>(AppModule.of(this.engines), {
      bodyParser: false,
      // Cut connections are part of the test, so their errors are not logged.
      logger: ['fatal'],
    });
    useHttp(this.app, config);
    await this.app.listen(0, '127.0.0.1');
    this.url = `http://127.0.0.1:${(this.app.getHttpServer().address() as AddressInfo).port}/api/v3`;
    const { url, close } = await this.graph.listen();
    this.closeGraph = close;
    this.app.get(ProviderAddresses, { strict: false }).addDouble(whatsappAccount.accessToken, url);
    await this.happens((story) => {
      const { customerId } = this;
      const registered = { name: 'Us', domain: 'us.example', storageName: 'us' };
      story.add(`customer-${customerId}`, { type: 'CustomerRegistered', data: registered });
      for (const agent of this.agents) story.user(agent, 'user');
      story.user(this.manager, 'manager');
      story.user(this.admin, 'admin');
      story.channel(this.channel);
      const settings = { customerCareWindowLength: 0, mayDelete: true };
      story.add(`channel-${id(this.channel)}`, { type: 'ChannelSettingsChanged', data: { settings } });
    });
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.app.get(BackgroundWork).stop();
    await this.engines.close();
    await this.closeGraph();
    await this.issuer.close();
    await this.database.drop();
    rmSync(this.data, { recursive: true, force: true });
  }

  /**
   * Appends events to the log, and waits until every view shows them.
   * @returns the last position
   */
  async happens(tell: (story: ConversationHistory) => void): Promise<string> {
    const { customerId } = this;
    const story = new ConversationHistory(customerId);
    tell(story);
    let position = '';
    const events = story.events as (RecordedEvent & Fact)[];
    for (const { stream, version: _version, position: _position, ...event } of events) {
      ({ position } = await this.engines.store.append(stream, [{ ...event, id: randomUUID() }], {
        expected: 'any',
        customerId,
      }));
    }
    await this.shows(position);
    return position;
  }

  /** Waits until every view shows the position. */
  async shows(position: string): Promise<void> {
    await allViewsShow(this.engines, position);
  }

  /** Makes a request. A broken connection is returned as a result with status 503. */
  async press(press: Press): Promise<Answer> {
    return this.ask(press).catch(() => ({ status: 503, told: 'network', body: {} }));
  }

  private async ask({ method, path, body, by = this.manager, key }: Press): Promise<Answer> {
    const response = await fetch(this.url + path, {
      method,
      // A redirect to a file is the result, so it is not followed.
      redirect: 'manual',
      headers: {
        'api-key': 'parley-web',
        authorization: `Bearer ${await this.tokenOf(by)}`,
        ...(body && { 'content-type': 'application/json' }),
        ...(key && { 'idempotency-key': key }),
      },
      body: body && JSON.stringify(body),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    const answer = (isJson ? JSON.parse(text) : {}) as { code?: string };
    return {
      status: response.status,
      told: response.ok || response.status === 302 ? 'ok' : (answer.code ?? 'no code'),
      body: answer,
    };
  }

  /** @returns the number of the organisation's events of a type */
  async count(type: string): Promise<number> {
    const { rows } = await this.database.query<{ count: string }>(
      `select count(*) from event_log.event e join event_log.stream s on s.no = e.stream_no
        where s.customer_id = $1 and e.type = $2`,
      [this.customerId, type],
    );
    return Number(rows[0]?.count);
  }

  /** Cuts every connection that the product has to its database. */
  async cut(): Promise<void> {
    await this.database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`,
    );
  }

  private tokenOf(user: string): Promise<string> {
    const made =
      this.tokens.get(user) ?? this.issuer.sign({ user_id: id(user), customer_id: this.customerId });
    this.tokens.set(user, made);
    return made;
  }
}
