import { createHmac } from 'node:crypto';
import type Provider from 'oidc-provider';
import type { Adapter, Configuration, KoaContextWithOIDC } from 'oidc-provider';
import { ATTEMPT_LIFE_MS } from '@parley/access/http/sign-in/login-attempt';
import type { OidcSettings } from '@parley/access/http/sign-in/oidc-settings';
import type { Sites } from '@parley/access/http/sign-in/sites';
import type { AccessQueries } from '@parley/access/read/access.queries';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import type { Config } from '@parley/platform/config/config';
import type { Database } from '@parley/platform/database/database';
import type { Secrets } from '@parley/platform/security/keys';
import type { Accounts } from './accounts';
import { messagePage, signOutPage } from './pages';
import { recordAdapter } from './record-adapter';
import { securePage } from './secure-page';
import { signingKeys } from './signing-keys';
import { pickLanguage } from './texts';

export interface ProviderParts {
  config: Config;
  client: OidcSettings;
  database: Database;
  secrets: Secrets;
  accounts: Accounts;
  access: AccessQueries;
  sites: Sites;
}

type InteractionPolicy = (typeof import('oidc-provider'))['interactionPolicy'];

const HOUR = 3_600;
/** Maximum time in seconds until a browser has returned from a sign-in to this server. */
const NEW = ATTEMPT_LIFE_MS / 1000;
const FORTNIGHT = 14 * 24 * HOUR;

/** Creates the embedded OpenID provider, for an installation without an issuer. This server is its only client. */
export async function createProvider(parts: ProviderParts): Promise<Provider> {
  const { client } = parts;
  const records = recordAdapter(parts.database);
  const { Provider: OpenIdProvider, interactionPolicy } = await loadPackage();
  const provider = new OpenIdProvider(client.issuer, {
    ...protocol(parts),
    interactions: {
      url: (_context, interaction) => `/oidc/interaction/${interaction.uid}`,
      policy: policyOf(parts, interactionPolicy),
    },
    jwks: await signingKeys(parts.secrets),
    adapter: (model) => (model === 'Client' ? ourClient(parts) : records(model)),
  });
  // Makes the provider trust the forwarded headers, which the module sets to the public address.
  provider.proxy = true;
  return provider;
}

/**
 * Policy that requires the password again if this server has ended the session, because it expired or the user signed
 * out. A session that has just begun is exempt, since its browser may not have returned to this server yet.
 */
function policyOf({ client, database }: ProviderParts, { base, Check }: InteractionPolicy) {
  const prompts = base();
  const isOver = new Check('session_over', 'The session is over.', 'login_required', async ({ oidc }) => {
    const sid = oidc.session?.grantIdFor(client.clientId);
    if (!sid || oidc.result?.login || !oidc.session?.past(NEW)) return Check.NO_NEED_TO_PROMPT;
    const { rowCount } = await database.query(
      'select from parley.session where sid = $1 and expires_at > now() limit 1',
      [sid],
    );
    return rowCount === 0 ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT;
  });
  prompts.get('login')?.checks.add(isOver);
  return prompts;
}

/**
 * The only client of the provider. Its host names are read again each time, since organisations may add their own.
 */
function ourClient({ client, sites }: ProviderParts): Adapter {
  const none = () => Promise.resolve(undefined);
  return {
    find: async (id) => {
      if (id !== client.clientId) return undefined;
      const urls = await sites.urls();
      return {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: urls.map((url) => `${url}/auth/callback`),
        post_logout_redirect_uris: urls.map((url) => `${url}/`),
        response_types: ['code'],
        grant_types: ['authorization_code', 'refresh_token'],
        token_endpoint_auth_method: 'client_secret_basic',
      };
    },
    findByUid: none,
    findByUserCode: none,
    upsert: none,
    consume: none,
    destroy: none,
    revokeByGrantId: none,
  };
}

/**
 * Imports the package, which exists only as an ES module. Suppresses its warning about Node 20, on which the tests
 * run.
 */
async function loadPackage(): Promise<typeof import('oidc-provider')> {
  const { warn } = console;
  console.warn = (...message: unknown[]) => {
    if (!String(message[0]).includes('Unsupported runtime')) warn(...message);
  };
  try {
    return await import('oidc-provider');
  } finally {
    console.warn = warn;
  }
}

function protocol({ client, accounts, access, config }: ProviderParts): Configuration {
  return {
    scopes: ['openid', 'offline_access', 'profile', 'email'],
    responseTypes: ['code'],
    // The client secret has to be in a header, so that wrong secrets can be counted without reading the body.
    clientAuthMethods: ['client_secret_basic'],
    pkce: { required: () => true },
    // Name, address, role and organisation are in the ID token itself and not only in the user info.
    conformIdTokenClaims: false,
    claims: {
      openid: ['sub', 'sid', 'organisation_id', 'customer_id', 'user_id', 'roles', 'api_key'],
      profile: ['name'],
      email: ['email', 'email_verified'],
    },
    findAccount: async (_context, userId, token) => {
      const account = await accounts.find(userId);
      if (!account) return undefined;
      const { userId: id, customerId } = account;
      return {
        accountId: id,
        // Every sign-in has its own grant, whose id is the `sid` of its tokens.
        claims: async () => {
          const sid = token && 'grantId' in token ? { sid: token.grantId } : {};
          return { ...(await claimsOf(access, { userId: id, customerId }, config.frontendApiKey)), ...sid };
        },
      };
    },
    issueRefreshToken: () => true,
    loadExistingGrant: (context) => grantEverything(context),
    ttl: {
      AccessToken: HOUR,
      AuthorizationCode: 60,
      Grant: FORTNIGHT,
      IdToken: HOUR,
      Interaction: HOUR,
      RefreshToken: FORTNIGHT,
      Session: FORTNIGHT,
    },
    cookies: {
      keys: [createHmac('sha256', client.clientSecret).update('cookies').digest('base64url')],
      names: { session: 'parley_oidc', interaction: 'parley_oidc_login', resume: 'parley_oidc_resume' },
      long: { httpOnly: true, sameSite: 'lax', signed: true, path: '/oidc' },
      short: { httpOnly: true, sameSite: 'lax', signed: true },
    },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context, form) => {
          securePage(context.res, context.oidc.params?.post_logout_redirect_uri);
          context.body = signOutPage(languageOf(context), form);
        },
        postLogoutSuccessSource: (context) => {
          const language = languageOf(context);
          const { signedOutTitle: title, signedOut: text, submit: action } = language.texts;
          securePage(context.res);
          context.body = messagePage(language, { title, text, action, href: '/auth/login' });
        },
      },
    },
    renderError: (context) => {
      const language = languageOf(context);
      const { failedTitle: title, failed: text, startAgain: action } = language.texts;
      securePage(context.res);
      context.type = 'html';
      context.body = messagePage(language, { title, text, action, href: '/auth/login' });
    },
  };
}

async function claimsOf(
  access: AccessQueries,
  { userId, customerId }: { userId: string; customerId: string },
  apiKey: string,
) {
  const { user } = await access.profile(customerId, userId).catch((error: unknown) => {
    // The view has not folded the new user yet, so defaults are used.
    if (error instanceof NotFound) return { user: { role: 'user', displayName: '', email: '' } };
    throw error;
  });
  return {
    sub: userId,
    user_id: userId,
    organisation_id: customerId,
    customer_id: customerId,
    roles: [user.role],
    api_key: apiKey,
    name: user.displayName,
    email: user.email,
    email_verified: true,
  };
}

/** Grants all scopes without consent, since the only client is this product. */
async function grantEverything({ oidc }: KoaContextWithOIDC) {
  const { client, session, account } = oidc;
  if (!client || !account) return undefined;
  const existing = session?.grantIdFor(client.clientId);
  const known = existing ? await oidc.provider.Grant.find(existing) : undefined;
  if (known) return known;
  const grant = new oidc.provider.Grant({ clientId: client.clientId, accountId: account.accountId });
  grant.addOIDCScope('openid offline_access profile email');
  await grant.save();
  return grant;
}

function languageOf(context: KoaContextWithOIDC) {
  return pickLanguage(context.get('accept-language'));
}
