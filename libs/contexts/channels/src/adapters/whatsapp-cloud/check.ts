import { createHmac } from 'node:crypto';
import type { ChannelQuality } from '@parley/contracts/events';
import type { CheckRefused, CheckResult, Connection } from '../adapter';
import { bodyOf } from '../http';
import { isRecord, known, list, number, record, text, type Json } from '../json';
import { ask, bearer, errorIn, graphUrl } from './graph-api';

const TIMEOUT_MS = 10_000;

/** Maximum number of phone numbers that are requested; Meta permits fewer per business account. */
const MAX_NUMBERS = 200;

/**
 * Requests the numbers of the business account, signed with the app's secret: one request that tests token, secret,
 * account and number.
 */
export async function check(connection: Connection): Promise<CheckResult> {
  const { providerAccountId, businessAccountId, secrets } = connection;
  if (!providerAccountId) return refused('provider_account_unknown');
  if (!businessAccountId) return refused('provider_business_unknown');
  const query = new URLSearchParams({
    fields: 'id,display_phone_number,verified_name,quality_rating,messaging_limit_tier',
    limit: String(MAX_NUMBERS),
    appsecret_proof: createHmac('sha256', secrets['app-secret'] ?? '')
      .update(secrets['access-token'] ?? '')
      .digest('hex'),
  });
  const url = `${graphUrl(connection, businessAccountId, 'phone_numbers')}?${query.toString()}`;
  const answer = await ask(connection, url, { headers: bearer(connection) }, TIMEOUT_MS);
  if (answer.arrived !== true) return refused('provider_unavailable', answer.detail);
  const body = await bodyOf(answer.response);
  if (!answer.response.ok) return whyRefused(answer.response, body);
  const number = list(body.data)
    .filter(isRecord)
    .find(({ id }) => id === providerAccountId);
  if (!number) return refused('provider_account_unknown');
  return known({
    outcome: 'holds' as const,
    name: text(number.verified_name, 200),
    phone: text(number.display_phone_number, 50),
    expiresAt: await expiryOf(connection),
    quality: qualityOf(number),
  });
}

const ratings: Record<string, ChannelQuality['rating']> = { GREEN: 'high', YELLOW: 'medium', RED: 'low' };

/** Meta rates a number only after it has sent enough messages; until then its rating is `UNKNOWN`. */
function qualityOf({ quality_rating, messaging_limit_tier }: Json): ChannelQuality | undefined {
  const rating = ratings[text(quality_rating, 20) ?? ''];
  return rating && { rating, limit: text(messaging_limit_tier, 40) ?? null };
}

/** When the token expires; undefined if it never does or if Meta does not answer. */
async function expiryOf(connection: Connection): Promise<string | undefined> {
  const query = new URLSearchParams({ input_token: connection.secrets['access-token'] ?? '' });
  const url = `${graphUrl(connection, 'debug_token')}?${query.toString()}`;
  const answer = await ask(connection, url, { headers: bearer(connection) }, TIMEOUT_MS);
  if (answer.arrived !== true || !answer.response.ok) return undefined;
  const seconds = number(record((await bodyOf(answer.response)).data).expires_at);
  const isTime = seconds !== undefined && seconds > 0 && seconds < 1e11;
  return isTime ? new Date(seconds * 1000).toISOString() : undefined;
}

function whyRefused(response: Response, body: Json): CheckRefused {
  const error = errorIn(body);
  if (!error) {
    const detail = `WhatsApp answered ${response.status}.`;
    return refused(response.status >= 500 ? 'provider_unavailable' : 'provider_refused', detail);
  }
  if (error.code === 190 || error.code === 102) return refused('provider_token_refused', error.detail);
  if (/appsecret_proof/i.test(error.detail ?? '')) return refused('provider_secret_refused', error.detail);
  // 100: the object does not exist, or the token has no access to it. 10, 200: the token lacks a permission.
  if (error.code === 100 || error.code === 803) return refused('provider_business_unknown', error.detail);
  if (error.code === 10 || (error.code >= 200 && error.code <= 299)) {
    return refused('provider_token_refused', error.detail);
  }
  if (error.code === 1 || error.code === 2) return refused('provider_unavailable', error.detail);
  return refused('provider_refused', `${error.code}: ${error.detail ?? ''}`);
}

/** The key in the manifest of the credential at fault, by the code of the refusal. */
const fieldOf: Partial<Record<CheckRefused['code'], string>> = {
  provider_token_refused: 'accessToken',
  provider_secret_refused: 'appSecret',
  provider_business_unknown: 'businessAccountId',
  provider_account_unknown: 'phoneNumberId',
};

function refused(code: CheckRefused['code'], detail?: string): CheckRefused {
  return known({ outcome: 'refused' as const, code, field: fieldOf[code], detail });
}
