import { createHmac } from 'node:crypto';
import type { CheckRefused, Connection } from '../adapter';
import { bodyOf } from '../http';
import { identifier, isRecord, known, list, record, text, type Json } from '../json';
import { ask, errorIn, graphUrl } from './graph-api';

// The server's part of Meta's embedded signup, version 4 (facts.md, section 1).

const TIMEOUT_MS = 10_000;

/** The app through which organisations sign up. */
export interface SignupApp {
  appId: string;
  appSecret: string;
  /** Null: Meta's default address. */
  graphUrl: string | null;
}

/** The result of a signup on Facebook's page. */
export interface SignedUp {
  businessAccountId: string;
  /** Undefined with coexistence: the page does not return the number. */
  phoneNumberId?: string;
}

type Called = { body: Json } | CheckRefused;

/** Exchanges the code from Facebook's page for a token. A code works once, within 30 seconds. */
export async function exchangeCode(app: SignupApp, code: string): Promise<{ token: string } | CheckRefused> {
  const query = new URLSearchParams({ client_id: app.appId, client_secret: app.appSecret, code });
  const answer = await call(app, ['oauth', 'access_token'], { query });
  if ('outcome' in answer) return answer;
  const token = text(answer.body.access_token, 2000);
  return token ? { token } : refused('provider_token_refused', 'Meta gave no token.');
}

/** The id of the number that was signed up. Refused if the token may not act for the business account. */
export async function numberOf(
  app: SignupApp,
  token: string,
  { businessAccountId, phoneNumberId }: SignedUp,
): Promise<{ phoneNumberId: string } | CheckRefused> {
  const debugged = await call(app, ['debug_token'], {
    query: new URLSearchParams({ input_token: token }),
    token: `${app.appId}|${app.appSecret}`,
  });
  if ('outcome' in debugged) return debugged;
  const scopes = list(record(debugged.body.data).granular_scopes).map(record);
  const accounts = scopes
    .filter(({ scope }) => scope === 'whatsapp_business_management')
    .flatMap(({ target_ids }) => list(target_ids).map(identifier));
  // A token that lists no business accounts may act for every account of its app.
  if (accounts.length > 0 && !accounts.includes(businessAccountId)) {
    return refused('provider_business_unknown', 'The token is not for this business account.');
  }
  const query = new URLSearchParams({ fields: 'id', limit: '200', appsecret_proof: proofOf(app, token) });
  const told = await call(app, [businessAccountId, 'phone_numbers'], { query, token });
  if ('outcome' in told) return told;
  const ids = list(told.body.data)
    .filter(isRecord)
    .flatMap(({ id }) => identifier(id) ?? []);
  if (phoneNumberId === undefined && ids.length === 1) return { phoneNumberId: ids[0]! };
  return phoneNumberId !== undefined && ids.includes(phoneNumberId)
    ? { phoneNumberId }
    : refused('provider_account_unknown', 'The business account does not say which number it is.');
}

/** Registers a number for the Cloud API. Not used with coexistence: the number stays in the phone's app as well. */
export async function registerNumber(
  app: SignupApp,
  token: string,
  { phoneNumberId, pin }: { phoneNumberId: string; pin: string },
): Promise<CheckRefused | null> {
  const body = { messaging_product: 'whatsapp', pin };
  const answer = await call(app, [phoneNumberId, 'register'], { body, token });
  return 'outcome' in answer ? answer : null;
}

/**
 * Subscribes an address to the webhooks of a business account. Meta tests the address immediately, with the verify
 * token.
 */
export async function subscribe(
  app: SignupApp,
  token: string,
  {
    businessAccountId,
    address,
    verifyToken,
  }: { businessAccountId: string; address: string; verifyToken: string },
): Promise<CheckRefused | null> {
  const body = { override_callback_uri: address, verify_token: verifyToken };
  const answer = await call(app, [businessAccountId, 'subscribed_apps'], { body, token });
  return 'outcome' in answer ? answer : null;
}

function proofOf({ appSecret }: SignupApp, token: string): string {
  return createHmac('sha256', appSecret).update(token).digest('hex');
}

/** Sends a POST if there is a body, and a GET otherwise. */
async function call(
  { graphUrl: apiBaseUrl }: SignupApp,
  path: string[],
  { query, body, token }: { query?: URLSearchParams; body?: object; token?: string },
): Promise<Called> {
  const connection: Connection = {
    apiBaseUrl,
    providerAccountId: null,
    businessAccountId: null,
    secrets: {},
  };
  const url = graphUrl(connection, ...path) + (query ? `?${query.toString()}` : '');
  const headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(body && { 'content-type': 'application/json' }),
  };
  const posted = body && { method: 'POST', body: JSON.stringify(body) };
  const answer = await ask(connection, url, { headers, ...posted }, TIMEOUT_MS);
  if (answer.arrived !== true) return refused('provider_unavailable', answer.detail);
  const told = await bodyOf(answer.response);
  if (answer.response.ok) return { body: told };
  const { status } = answer.response;
  const error = errorIn(told);
  return refused(
    status >= 500 ? 'provider_unavailable' : 'provider_refused',
    error ? `${error.code}: ${error.detail ?? ''}` : `Meta answered ${status}.`,
  );
}

function refused(code: CheckRefused['code'], detail?: string): CheckRefused {
  return known({ outcome: 'refused' as const, code, detail });
}
