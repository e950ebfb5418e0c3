import { existsSync } from 'node:fs';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { join, resolve } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import helmet from 'helmet';
import { ingressBody } from '@parley/channels/http/ingress-request';
import { countWebhooks } from '@parley/channels/http/webhook-metrics';
import type { Config } from '@parley/platform/config/config';
import { measureRequests } from '@parley/platform/http/http-metrics';
import { identifyRequest } from '@parley/platform/http/request-id';
import { jsonBody } from '@parley/platform/http/json-body';
import { plainUrl } from '@parley/platform/http/plain-url';
import { knowAddress } from '@parley/platform/http/client-address';
import { byAddress, RateLimits } from '@parley/platform/http/rate-limits';
import { visitorBody } from '@parley/web-chat/visitor-body';
import { EarlierBuilds } from './web-client/earlier-builds';
import { refuse, serveEarlier, serveFiles } from './web-client/serve-web-client';

/** Maximum size of a JSON body. `LARGER_JSON` lists the routes with a larger maximum. */
const JSON_LIMIT = '100kb';
const LARGER_JSON = {
  // A signature is HTML with everything that a mail program adds; the route sanitises it and limits the result's
  // size.
  '/api/v3/users/:id/signature': '1mb',
  '/api/v3/users/:id/signatures/:channelId': '1mb',
  // A draft has up to 40,000 characters.
  '/api/v3/messaging-chats/:id/drafts': '250kb',
  // An e-mail has at most 600,000 characters of HTML.
  '/api/v3/messages/send': '2mb',
  '/api/v3/conversation-starts': '2mb',
};
/** Folders with Vite's output, beside the server's bundle. */
const WEB = resolve(__dirname, '../web');
const WIDGET = resolve(__dirname, '../widget');
/** Paths that the server handles; every other path is a page of the web client. */
const SERVER_PATHS =
  /^\/(accept-invitation|api|app-bundles|auth|files|health|ingress|l|metrics|oidc|shop|socket\.io|web-chat|widget)(\/|$)/;

/** Sets up everything that comes before the routes: headers, limits, bodies and the web client. */
export function useHttp(app: NestExpressApplication, config: Config): void {
  app.use(measureRequests, identifyRequest(config.trustedProxies));
  app.use(constantHeaders(helmet(securityHeaders(config))));
  app.use(plainUrl);
  app.set('trust proxy', false);
  app.use((request: Request, _response: Response, next: NextFunction) => {
    knowAddress(request, config.trustedProxies);
    next();
  });
  const limits = app.get(RateLimits);
  app.use('/ingress', byAddress(limits.webhooks));
  app.use(['/api', '/app-bundles', '/auth', '/files', '/l', '/web-chat'], byAddress(limits.requests));
  app.use('/auth', byAddress(limits.signIns));
  app.disable('x-powered-by');
  app.use('/ingress', countWebhooks, ingressBody(config.webhookLimit));
  for (const [path, limit] of Object.entries(LARGER_JSON)) app.use(path, jsonBody(limit));
  app.use(['/api', '/auth'], jsonBody(JSON_LIMIT));
  app.use('/web-chat', visitorBody());
  if (config.roles.includes('ingress') && existsSync(WIDGET)) useWidget(app);
  if (config.roles.includes('api') && existsSync(WEB)) useWebClient(app, config);
}

function securityHeaders({ publicUrl, s3, oidc, metaSignup }: Config): Parameters<typeof helmet>[0] {
  const secure = publicUrl.startsWith('https:');
  const files = s3 ? [new URL(s3.endpoint).origin] : [];
  const signup = metaSignup && { script: new URL(metaSignup.sdkUrl).origin, page: metaSignup.pageOrigin };
  return {
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...(signup ? [signup.script] : [])],
        // Needed by Mantine, which writes style elements and attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...files],
        mediaSrc: ["'self'", 'blob:', ...files],
        connectSrc: ["'self'", publicUrl.replace(/^http/, 'ws'), ...files, ...(signup ? [signup.page] : [])],
        frameSrc: ["'self'", ...(signup ? [signup.page] : [])],
        fontSrc: ["'self'", 'data:'],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        // Signing out is a form whose last redirect leads to the issuer.
        formAction: ["'self'", new URL(oidc?.issuer ?? publicUrl).origin],
        frameAncestors: ["'none'"],
        upgradeInsecureRequests: secure ? [] : null,
      },
    },
    // Needed by Facebook's signup page, which reports its result to the window that opened it.
    ...(signup && { crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' as const } }),
    strictTransportSecurity: secure,
    referrerPolicy: { policy: 'same-origin' },
  };
}

/**
 * Runs middleware once, and copies the headers that it sets to every response. Only for headers that do not depend on
 * the request.
 */
function constantHeaders(middleware: RequestHandler): RequestHandler {
  const template = new ServerResponse(new IncomingMessage(new Socket()));
  middleware(template.req as Request, template as Response, () => undefined);
  const headers = Object.entries(template.getHeaders()) as [string, string][];
  return (_request, response, next) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    next();
  };
}

/**
 * Serves the code of the web chat's widget to pages of any site; what the widget can do on a site depends on the
 * channel's settings.
 */
function useWidget(app: NestExpressApplication): void {
  const allowAnySite = (response: Response) => {
    // Browsers request JavaScript modules with CORS.
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
  };
  const setHeaders = (response: Response, path: string) => {
    const hashed = path.startsWith(join(WIDGET, 'assets'));
    // The file name in the site's snippet never changes, so it is cached for a few minutes only, after which sites
    // get a new version.
    const age = hashed ? 'max-age=31536000, immutable' : 'max-age=300, stale-while-revalidate=86400';
    response.setHeader('Cache-Control', `public, ${age}`);
    allowAnySite(response);
  };
  const builds = app.get(EarlierBuilds);
  builds.serve(WIDGET, 'parley.js');
  const missing: RequestHandler = (_request, response) => refuse(response);
  const earlier = serveEarlier((name) => builds.find(name), allowAnySite);
  app.use('/widget', express.static(WIDGET, { index: false, setHeaders }), earlier, missing);
}

function useWebClient(app: NestExpressApplication, { marketingUrl }: Config): void {
  const index = join(WEB, 'index.html');
  const builds = app.get(EarlierBuilds);
  builds.serve(WEB, 'index.html');
  for (const files of serveFiles(WEB, (name) => builds.find(name)))
    app.use((request: Request, response: Response, next: NextFunction) => {
      // Paths of the server are not looked up as files.
      if (SERVER_PATHS.test(request.path)) next();
      else void files(request, response, next);
    });
  app.use((request: Request, response: Response, next: NextFunction) => {
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !SERVER_PATHS.test(request.path) &&
      request.accepts(['html', 'json']) === 'html';
    if (!isPage) return next();
    response.setHeader('Cache-Control', 'no-cache').vary('User-Agent');
    const isElsewhere = request.hostname.startsWith('mobile.') && !isPhone(request.headers['user-agent']);
    if (marketingUrl && isElsewhere) response.redirect(marketingUrl);
    else response.sendFile(index);
  });
}

/** Whether the user agent is that of a phone or tablet. */
function isPhone(userAgent: string | undefined): boolean {
  return /Mobi|Android|iPhone|iPad/i.test(userAgent ?? '');
}
