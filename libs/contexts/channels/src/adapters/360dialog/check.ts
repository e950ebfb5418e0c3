import type { CheckRefused, CheckResult, Connection } from '../adapter';
import { bodyOf, type Answer } from '../http';
import { known, list, record, text } from '../json';
import { ask, dialogUrl, headersOf, saidIn } from './dialog-api';

const TIMEOUT_MS = 10_000;

/**
 * Requests the health of the number that the API key belongs to. The check succeeds only if that is the entered
 * number.
 */
export async function check(connection: Connection): Promise<CheckResult> {
  const url = dialogUrl(connection, 'health_status');
  const answer = await ask(connection, url, { headers: headersOf(connection) }, TIMEOUT_MS);
  if (answer.arrived !== true || !answer.response.ok) return whyRefused(answer);
  const { entities } = record((await bodyOf(answer.response)).health_status);
  const number = list(entities)
    .map(record)
    .find(({ entity_type: type }) => type === 'PHONE_NUMBER');
  return text(number?.id) === connection.providerAccountId
    ? { outcome: 'holds' }
    : { outcome: 'refused', code: 'provider_account_unknown', field: 'phoneNumberId' };
}

/** Registers the webhook address and the header that proves each webhook. Registering twice is a no-op. */
export async function register(connection: Connection, address: string): Promise<CheckResult> {
  const answer = await ask(
    connection,
    dialogUrl(connection, 'v1/configs/webhook'),
    {
      method: 'POST',
      headers: { ...headersOf(connection), 'content-type': 'application/json' },
      body: JSON.stringify({
        url: address,
        headers: { 'X-Parley-Webhook-Token': connection.secrets['webhook-token'] ?? '' },
      }),
    },
    TIMEOUT_MS,
  );
  return answer.arrived === true && answer.response.ok ? { outcome: 'holds' } : whyRefused(answer);
}

async function whyRefused(answer: Answer): Promise<CheckRefused> {
  if (answer.arrived !== true) {
    return { outcome: 'refused', code: 'provider_unavailable', detail: answer.detail };
  }
  const { status } = answer.response;
  const detail = saidIn(await bodyOf(answer.response)) ?? `360dialog answered ${status}.`;
  const isKey = status === 401 || status === 403;
  const code = isKey ? 'provider_token_refused' : status >= 500 ? 'provider_unavailable' : 'provider_refused';
  return known({ outcome: 'refused' as const, code, field: isKey ? 'apiKey' : undefined, detail });
}
