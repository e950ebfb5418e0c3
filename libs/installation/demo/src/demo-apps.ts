import express, { type Request, type Response } from 'express';
import type { INestApplication, INestApplicationContext } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { v5 as uuidV5 } from 'uuid';
import { AppCatalogue } from '@parley/apps/catalogue/app-catalogue';
import { AppRecords } from '@parley/apps/data/app-records';
import { installedApp } from '@parley/apps/domain/installed-app';
import { AppAddresses } from '@parley/apps/proxy/app-addresses';
import { AdministerApps } from '@parley/apps/write/administer-apps';
import { ToApp } from '@parley/apps/write/app.handler';
import { AppSecrets } from '@parley/apps/write/app-secrets';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { doneBy } from '@parley/event-sourcing/decider/command';
import { OauthDouble } from '@parley/doubles/oauth/oauth-double';
import { ownUrl } from './demo-channels';

const PATH = '/demo/apps';
/** Keys of the fakes. They are public, like all secrets of the demo. */
const SHOP_KEY = 'parley-demo-shop-key';
const CRM_KEY = 'parley-demo-crm-key';
const CRM_CLIENT = {
  clientId: 'parley-demo',
  clientSecret: 'parley-demo-client-secret',
  account: 'tom@crm.example',
};
const WEEKS = 6;
const WEEK_MS = 7 * 86_400_000;

/** Mounts the servers that the demo's apps call: a shop with orders, and a CRM. */
export function useDemoApps(
  app: Pick<INestApplication, 'use'> & Pick<INestApplicationContext, 'get'>,
  { port }: { port: number },
): void {
  app.use(PATH, demoServices());
  app.get(AppAddresses, { strict: false }).addDouble(ownUrl(port) + PATH);
}

/** Fakes of a shop and a CRM. They have data for any phone number, always the same for one number. */
export function demoServices(): express.Router {
  const router = express.Router();
  const crm = new OauthDouble(CRM_CLIENT);
  router.use('/crm/oauth', crm.app);
  router.get('/shop/orders', (request, response) => {
    if (request.headers.authorization !== `Bearer ${SHOP_KEY}`) return refuse(response);
    const number = numberOf(request);
    const orders = [
      { number: 4000 + number, status: 'sent', total: `€ ${80 + (number % 40)}.00` },
      { number: 5000 + number, status: 'in the workshop', total: '€ 49.50' },
    ];
    response.json(digitsOf(request) ? orders : []);
  });
  router.get('/crm', (request, response) => {
    const { authorization, 'x-api-key': key } = request.headers;
    if (key !== CRM_KEY && !crm.isGood(authorization)) return refuse(response);
    const number = numberOf(request);
    response.json({
      ...{ Customer: `C-${10_000 + number}`, Since: 2015 + (number % 10) },
      ...{ Segment: number % 3 === 0 ? 'Gold' : 'Regular', 'Bikes bought': 1 + (number % 4) },
    });
  });
  return router;
}

function refuse(response: Response): void {
  response.status(401).json({ error: 'unauthorized' });
}

const digitsOf = ({ query: { phone } }: Request) =>
  typeof phone === 'string' ? phone.replace(/\D/g, '') : '';
/** @returns a number from 0 to 999 */
const numberOf = (request: Request) => Number(digitsOf(request).slice(-3));

/**
 * Installs the apps of the catalogue for the demo organisation and enters their settings. On later starts it keeps
 * users' changes, and updates only the addresses of the shop and the CRM.
 */
export async function seedDemoApps(
  app: INestApplicationContext,
  { customerId, port, now }: { customerId: string; port: number; now: string },
): Promise<void> {
  const [commands, aggregates] = [app.get(CommandBus), app.get(Aggregates)];
  const administer = app.get(AdministerApps, { strict: false });
  const secrets = app.get(AppSecrets, { strict: false });
  const address = ownUrl(port) + PATH;
  const settingsOf: Record<string, { name: string; value: string }[]> = {
    orders: [{ name: 'shopUrl', value: `${address}/shop` }],
    'crm-card': [
      { name: 'lookupUrl', value: `${address}/crm` },
      { name: 'authorizeUrl', value: `${address}/crm/oauth/authorize` },
      { name: 'tokenUrl', value: `${address}/crm/oauth/token` },
      { name: 'accountUrl', value: `${address}/crm/oauth/account` },
      { name: 'clientId', value: CRM_CLIENT.clientId },
    ],
  };
  const secretsOf: Record<string, Record<string, string>> = {
    orders: { apiKey: SHOP_KEY },
    'crm-card': { apiKey: CRM_KEY, clientSecret: CRM_CLIENT.clientSecret },
  };
  for (const { manifest } of await app.get(AppCatalogue, { strict: false }).newest()) {
    const { packageName, version, scopes, optionalScopes } = manifest;
    if (!demoApps.includes(packageName)) continue;
    const contextOf = (doing: string) =>
      doneBy('demo', { customerId, doing: `${packageName} ${doing}`, now });
    const id = administer.idOf(packageName, customerId);
    const its = await aggregates.load(installedApp, 'app', id, customerId);
    const settings = settingsOf[packageName] ?? [];
    const set = (hints: { name: string; value: string }[]) =>
      commands.execute(new ToApp(id, { type: 'Set', settings, secrets: hints }, contextOf(`set ${now}`)));
    if (its.version === null) {
      const wanted = { packageName, version, scopes: [...scopes, ...optionalScopes] };
      await administer.install(wanted, contextOf('install'));
      const its = Object.entries(secretsOf[packageName] ?? {});
      for (const [name, secret] of its) await secrets.put({ customerId, id }, name, secret);
      const hints = its.map(([name, secret]) => ({ name, value: secrets.hintOf(secret) }));
      if (settings.length > 0) await set(hints);
      if (packageName === 'satisfaction')
        await keepWeeks(app.get(AppRecords, { strict: false }), { customerId, id, now });
    } else if (its.state.status === 'on' || its.state.status === 'off') {
      const isOurs = settings.every(
        ({ name, value }) => !value.includes(PATH) || its.state.settings[name]?.includes(PATH),
      );
      if (isOurs && settings.length > 0) await set([]);
    }
  }
}

const demoApps = ['orders', 'crm-card', 'translate-thread', 'satisfaction'];

/** Adds colleagues' notes of the past weeks to an app's records. */
async function keepWeeks(
  records: AppRecords,
  { customerId, id, now }: { customerId: string; id: string; now: string },
): Promise<void> {
  for (let ago = WEEKS; ago > 0; ago--) {
    const name = weekOf(new Date(Date.parse(now) - ago * WEEK_MS));
    const counts = [1 + (ago % 2), 2 + (ago % 3), 14 - ago];
    await records.add({ customerId, id }, uuidV5(name, id), { name, value: JSON.stringify(counts) });
  }
}

/** @returns the ISO 8601 week, such as `2026-W48` */
function weekOf(date: Date): string {
  const day = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()));
  day.setUTCDate(day.getUTCDate() + 4 - (day.getUTCDay() || 7));
  const year = day.getUTCFullYear();
  const week = Math.ceil(((day.getTime() - Date.UTC(year, 0, 1)) / 86_400_000 + 1) / 7);
  return `${year}-W${String(week).padStart(2, '0')}`;
}
