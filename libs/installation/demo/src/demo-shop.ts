import type { INestApplication } from '@nestjs/common';
import type { CommandBus } from '@nestjs/cqrs';
import type { Request, Response } from 'express';
import { SignJWT } from 'jose';
import { channel, type ChannelConnection } from '@parley/channels/domain/channel';
import { ConnectChannel, ToChannel } from '@parley/channels/write/channel.handler';
import { SIGN_IN_SECRET } from '@parley/contracts/channels/web-chat/manifest';
import { webChatDefaults } from '@parley/contracts/rules/web-chat-settings';
import type { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { doneBy } from '@parley/event-sourcing/decider/command';

/**
 * Web chat on the page of the demo organisation's shop. Its secret is public, like those of the other demo channels.
 */
export const demoWebChat = {
  id: '6d0f6f0e-58a3-4c55-9d0a-7b1f2f0c5a03',
  secrets: { [SIGN_IN_SECRET]: 'parley-demo-sign-in-secret' },
};

/** The customer who is signed in at the shop. */
const customer = { id: 'customer-4711', name: 'Carla Meyer', email: 'carla.meyer@example.com' };

/**
 * Both addresses of this machine. They are two origins: a browser at one of them shows the product, at the other the
 * shop.
 */
function sitesOf(port: number): string[] {
  return [`http://127.0.0.1:${port}`, `http://localhost:${port}`];
}

/**
 * Connects the web chat of the demo organisation. Called at every start, but keeps users' changes.
 * @returns the log position from which on views show it
 */
export async function seedDemoWebChat(
  commands: CommandBus,
  aggregates: Aggregates,
  { customerId, port }: { customerId: string; port: number },
): Promise<string> {
  const { id, secrets } = demoWebChat;
  const contextOf = (doing: string) =>
    doneBy('demo', { customerId, doing: `web chat ${doing}`, now: new Date().toISOString() });
  const connection: Omit<ChannelConnection, 'secrets'> = {
    ...{ name: 'Harbour Bikes', platform: 'web', provider: 'web-chat', customerCareWindowLength: 0 },
    ...{ providerAccountId: null, businessAccountId: null, apiBaseUrl: null },
    ...{ readForAll: true, mandatoryAssign: false, teamIds: [], userIds: [] },
  };
  const now = new Date().toISOString();
  const connected = await commands.execute(
    new ConnectChannel(id, connection, secrets, contextOf(`connect ${now}`)),
  );
  const { state } = await aggregates.load(channel, 'channel', id, customerId);
  const before = state?.settings.webChat ?? webChatDefaults;
  const sites = [...new Set([...before.sites, ...sitesOf(port)])];
  if (sites.length === before.sites.length) return connected.position ?? '';
  const settings = { webChat: { ...before, sites: sites.slice(-10) } };
  const change = new ToChannel(id, { type: 'ChangeSettings', settings }, contextOf(`sites ${now}`));
  return (await commands.execute(change)).position ?? '';
}

/**
 * Mounts a page of a small shop with the demo's web chat. The page has the strictest content security policy under
 * which the widget works.
 */
export function useDemoShop(app: Pick<INestApplication, 'use'>, { publicUrl }: { publicUrl: string }): void {
  const sockets = publicUrl.replace(/^http/, 'ws');
  const policy = [
    `default-src 'none'; style-src 'self'; script-src ${publicUrl}`,
    `connect-src ${publicUrl} ${sockets}; img-src ${publicUrl}; media-src ${publicUrl}`,
    `base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
  ].join('; ');
  app.use('/shop', (request: Request, response: Response) => {
    response.setHeader('Content-Security-Policy', policy);
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Cache-Control', 'no-store');
    if (request.path === '/shop.css') return void response.type('css').send(style);
    const isCustomer = 'customer' in request.query;
    void page(publicUrl, { isCustomer, language: languageIn(request) }).then((html) =>
      response.type('html').send(html),
    );
  });
}

const languages = ['en', 'es', 'nl', 'ar'] as const;

function languageIn({ query }: Request): (typeof languages)[number] {
  return languages.find((language) => language === query.language) ?? 'en';
}

async function page(
  publicUrl: string,
  { isCustomer, language }: { isCustomer: boolean; language: string },
): Promise<string> {
  const identity = isCustomer ? ` data-parley-identity="${await identityToken()}"` : '';
  const bikes = [
    ['Quay', 'City bike, 8 gears', '€ 849'],
    ['Harbour Light', 'Electric, 80 km', '€ 2,190'],
    ['Ferry', 'Folds in ten seconds', '€ 1,090'],
  ];
  return `<!doctype html>
<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Harbour Bikes</title>
<link rel="stylesheet" href="/shop/shop.css">
<script type="module" src="${publicUrl}/widget/parley.js" data-parley-channel="${demoWebChat.id}"${identity}></script>
</head>
<body>
<header><h1>Harbour Bikes</h1>${
    isCustomer
      ? `<p>Signed in as ${customer.name}. <a href="/shop">Sign out</a></p>`
      : '<p><a href="/shop?customer">Sign in as a customer</a></p>'
  }</header>
<main>
<ul>
${bikes.map(([name, about, price]) => `<li><h2>${name}</h2><p>${about}</p><p>${price}</p><button>Add to basket</button></li>`).join('\n')}
</ul>
</main>
</body>
</html>
`;
}

/** Creates the identity token that a shop's own server would create for a signed-in customer. */
function identityToken(): Promise<string> {
  const { id, name, email } = customer;
  const secret = new TextEncoder().encode(demoWebChat.secrets[SIGN_IN_SECRET]);
  const token = new SignJWT({ name, email }).setProtectedHeader({ alg: 'HS256' });
  return token.setSubject(id).setExpirationTime('10m').sign(secret);
}

/** CSS rules that apply to very many elements, as on many sites; none of them may affect the widget. */
const style = `
body { margin: 0; font: 17px/1.5 Georgia, serif; color: #1d2a2a; background: #f6f3ec; }
header { padding: 24px; border-bottom: 1px solid #d8d2c4; }
h1, h2 { color: #0b4f4a; letter-spacing: 0.02em; }
ul { list-style: none; margin: 0; padding: 24px; display: grid; gap: 24px; grid-template-columns: repeat(auto-fit, minmax(220px, 1fr)); }
li { padding: 20px; background: #fff; border: 1px solid #d8d2c4; }
button { padding: 10px 18px; background: #0b4f4a; color: #fff; border: 0; text-transform: uppercase; }
`;
