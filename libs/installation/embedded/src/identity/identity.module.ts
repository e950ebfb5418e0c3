import { Global, Inject, Logger, Module } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { CommandBus, CqrsModule } from '@nestjs/cqrs';
import type { NextFunction, Request, Response } from 'express';
import { AccessModule } from '@parley/access/access.module';
import { IssuerSessions } from '@parley/access/http/sign-in/issuer-sessions';
import { OidcSettings } from '@parley/access/http/sign-in/oidc-settings';
import { Sites } from '@parley/access/http/sign-in/sites';
import { AccessQueries } from '@parley/access/read/access.queries';
import { InvitationLinks } from '@parley/access/write/invitation-links';
import { CodedError } from '@parley/contracts/api/coded-error';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { Views } from '@parley/event-sourcing/projection/views';
import { Config } from '@parley/platform/config/config';
import { Database } from '@parley/platform/database/database';
import { knowAddress } from '@parley/platform/http/client-address';
import { FailedTries } from './failed-tries';
import { byAddress, RateLimits } from '@parley/platform/http/rate-limits';
import { Secrets } from '@parley/platform/security/keys';
import { holdsNul } from '@parley/platform/http/plain-url';
import { MasterKey } from '@parley/platform/security/master-key';
import { AcceptInvitation } from './accept-invitation';
import { Accounts } from './accounts';
import { oidcSettings } from './embedded-client';
import { EmbeddedSessions, ForeignSessions } from './embedded-sessions';
import { Interactions } from './interactions';
import { AUTO_SUBMIT, autoSubmitScript, STYLESHEET } from './pages';
import { pagesCss } from './pages.css';
import { createProvider } from './provider';
import { ProviderDoor } from './provider-door';
import { removeExpiredRecords } from './record-adapter';

type Handler = (request: Request, response: Response, next: NextFunction) => void;

/** Handlers of the embedded provider: sign-ins, and the pages of invitations. */
interface Embedded {
  provider: Handler;
  accepting: Handler;
}

const EMBEDDED = Symbol('parley:embedded-identity');

/**
 * Provides the issuer for sign-ins: the configured one or, if there is none, the embedded provider, which this module
 * then serves at /oidc.
 */
@Global()
@Module({
  imports: [CqrsModule, AccessModule],
  providers: [
    Accounts,
    { provide: OidcSettings, useFactory: oidcSettings, inject: [Config, MasterKey] },
    {
      provide: IssuerSessions,
      useFactory: (config: Config, { clientId }: OidcSettings, database: Database) =>
        config.oidc ? new ForeignSessions() : new EmbeddedSessions(database, clientId),
      inject: [Config, OidcSettings, Database],
    },
    {
      provide: EMBEDDED,
      useFactory: embeddedProvider,
      inject: [
        Config,
        OidcSettings,
        Database,
        Secrets,
        Accounts,
        AccessQueries,
        AcceptInvitation,
        Sites,
        RateLimits,
      ],
    },
    {
      provide: AcceptInvitation,
      useFactory: acceptInvitation,
      inject: [Config, MasterKey, Accounts, AccessQueries, Aggregates, CommandBus, InvitationLinks, Views],
    },
  ],
  exports: [Accounts, IssuerSessions, OidcSettings],
})
export class IdentityModule {
  constructor(
    host: HttpAdapterHost,
    @Inject(EMBEDDED) embedded: Embedded | null,
    { trustedProxies }: Config,
    limits: RateLimits,
  ) {
    // Mounted before the body parsers, since the provider parses bodies itself.
    if (!embedded) return;
    const know: Handler = (request, _response, next) => {
      knowAddress(request, trustedProxies);
      next();
    };
    const front = [know, byAddress(limits.requests)];
    for (const handler of [...front, embedded.provider]) host.httpAdapter.use('/oidc', handler);
    for (const handler of [...front, embedded.accepting]) host.httpAdapter.use('/accept-invitation', handler);
  }
}

async function embeddedProvider(
  config: Config,
  client: OidcSettings,
  database: Database,
  secrets: Secrets,
  accounts: Accounts,
  access: AccessQueries,
  accepting: AcceptInvitation,
  sites: Sites,
  limits: RateLimits,
): Promise<Embedded | null> {
  if (config.oidc) return null;
  await removeExpiredRecords(database);
  const provider = await createProvider({ config, client, database, secrets, accounts, access, sites });
  const logger = new Logger('identity');
  provider.on('server_error', (_context, error) => logger.error(error.stack));
  const { publicUrl } = config;
  const tries = new FailedTries(config.limits);
  const door = new ProviderDoor(client, limits, tries);
  const interactions = new Interactions({ provider, accounts, access, accepting, tries, publicUrl });
  const answer = provider.callback();
  const { protocol, host } = new URL(publicUrl);
  const files: Record<string, { type: string; body: string }> = {
    [STYLESHEET]: { type: 'css', body: pagesCss },
    [AUTO_SUBMIT]: { type: 'js', body: autoSubmitScript },
  };
  const serve: Handler = (request, response, next) => {
    if (holdsNul(request.originalUrl)) return next(new CodedError('invalid_input', 'U+0000 in the address'));
    const file = files[request.baseUrl + request.path];
    if (file) {
      response.type(file.type).setHeader('Cache-Control', 'no-cache').send(file.body);
      return;
    }
    if (request.method === 'POST') door.take(request, response);
    // The provider derives its own addresses and the attributes of its cookies from these headers, so they must
    // contain the public address.
    request.headers['x-forwarded-proto'] = protocol.slice(0, -1);
    request.headers['x-forwarded-host'] = host;
    if (request.path.startsWith('/interaction/')) interactions.handle(request, response).catch(next);
    else answer(request, response).catch(next);
  };
  return {
    provider: serve,
    accepting: (request, response, next) => void accepting.handle(request, response).catch(next),
  };
}

function acceptInvitation(
  { publicUrl, limits }: Config,
  masterKey: MasterKey,
  accounts: Accounts,
  access: AccessQueries,
  aggregates: Aggregates,
  commands: CommandBus,
  links: InvitationLinks,
  views: Views,
): AcceptInvitation {
  const key = masterKey.purpose('invitations');
  const tries = new FailedTries(limits);
  return new AcceptInvitation({
    accounts,
    access,
    aggregates,
    commands,
    links,
    views,
    tries,
    publicUrl,
    key,
  });
}
