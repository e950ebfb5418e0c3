import { Global, Inject, Logger, Module } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { CqrsModule } from '@nestjs/cqrs';
import type { NextFunction, Request, Response } from 'express';
import { OidcSettings } from '@parley/access/http/sign-in/oidc-settings';
import { AccessQueries } from '@parley/access/read/access.queries';
import { Config } from '@parley/platform/config/config';
import { Database } from '@parley/platform/database/database';
import { Secrets } from '@parley/platform/security/keys';
import { MasterKey } from '@parley/platform/security/master-key';
import { demoPassword } from '../../demo/demo-organisation';
import { DemoSeed } from '../../demo/demo-seed';
import { Accounts } from './accounts';
import { oidcSettings } from './embedded-client';
import { Interactions } from './interactions';
import { AUTO_SUBMIT, autoSubmitScript, STYLESHEET } from './pages';
import { pagesCss } from './pages.css';
import { createProvider } from './provider';
import { removeExpiredRecords } from './record-adapter';

type Handler = (request: Request, response: Response, next: NextFunction) => void;

const EMBEDDED = Symbol('parley:embedded-identity');

/** Says who signs people in: the configured issuer, or the embedded provider, which it then serves at /oidc. */
@Global()
@Module({
  imports: [CqrsModule],
  providers: [
    Accounts,
    DemoSeed,
    { provide: OidcSettings, useFactory: oidcSettings, inject: [Config, MasterKey] },
    {
      provide: EMBEDDED,
      useFactory: embeddedProvider,
      inject: [Config, OidcSettings, Database, Secrets, Accounts, AccessQueries],
    },
  ],
  exports: [Accounts, OidcSettings],
})
export class IdentityModule {
  constructor(host: HttpAdapterHost, @Inject(EMBEDDED) embedded: Handler | null) {
    // Here, before anything else that the application puts in front of its routes: the provider reads bodies itself.
    if (embedded) host.httpAdapter.use('/oidc', embedded);
  }
}

async function embeddedProvider(
  config: Config,
  client: OidcSettings,
  database: Database,
  secrets: Secrets,
  accounts: Accounts,
  access: AccessQueries,
): Promise<Handler | null> {
  if (config.oidc) return null;
  await removeExpiredRecords(database);
  const provider = await createProvider({ config, client, database, secrets, accounts, access });
  const logger = new Logger('identity');
  provider.on('server_error', (_context, error) => logger.error(error.stack));
  const { publicUrl } = config;
  const interactions = new Interactions({ provider, accounts, access, publicUrl, demoPassword });
  const answer = provider.callback();
  const { protocol, host } = new URL(publicUrl);
  const files: Record<string, { type: string; body: string }> = {
    [STYLESHEET]: { type: 'css', body: pagesCss },
    [AUTO_SUBMIT]: { type: 'js', body: autoSubmitScript },
  };
  return (request, response, next) => {
    const file = files[request.baseUrl + request.path];
    if (file) {
      response.type(file.type).setHeader('Cache-Control', 'no-cache').send(file.body);
      return;
    }
    // The provider makes its addresses and marks its cookies by these; only the public address knows them.
    request.headers['x-forwarded-proto'] = protocol.slice(0, -1);
    request.headers['x-forwarded-host'] = host;
    if (request.path.startsWith('/interaction/')) interactions.handle(request, response).catch(next);
    else answer(request, response).catch(next);
  };
}
