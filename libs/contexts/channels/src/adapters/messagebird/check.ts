import type { CheckRefused, CheckResult, Connection } from '../adapter';
import { bodyOf, type Answer } from '../http';
import { known } from '../json';
import { apiUrl, ask, authorization, errorIn } from './messagebird-api';

const TIMEOUT_MS = 10_000;

/** Requests the balance, which any valid key may read: MessageBird has no request that shows the owner of a number. */
export async function check(connection: Connection): Promise<CheckResult> {
  const url = apiUrl(connection, 'sms', 'balance');
  const answer = await ask(connection, url, { headers: authorization(connection) }, TIMEOUT_MS);
  return answer.arrived === true && answer.response.ok ? { outcome: 'holds' } : whyRefused(answer);
}

async function whyRefused(answer: Answer): Promise<CheckRefused> {
  if (answer.arrived !== true) {
    return { outcome: 'refused', code: 'provider_unavailable', detail: answer.detail };
  }
  const { status } = answer.response;
  const error = errorIn(await bodyOf(answer.response));
  const detail = error?.detail ?? `MessageBird answered ${status}.`;
  const isKey = status === 401 || status === 403 || error?.code === 2;
  const code = isKey ? 'provider_token_refused' : status >= 500 ? 'provider_unavailable' : 'provider_refused';
  return known({ outcome: 'refused' as const, code, field: isKey ? 'accessKey' : undefined, detail });
}
