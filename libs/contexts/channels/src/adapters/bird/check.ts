import type { CheckRefused, CheckResult, Connection } from '../adapter';
import { bodyOf } from '../http';
import { known, text } from '../json';
import { ask, authorization, channelUrl } from './bird-api';

const TIMEOUT_MS = 10_000;

/** Requests the channel. The request fails unless key, workspace and channel id are correct. */
export async function check(connection: Connection): Promise<CheckResult> {
  const headers = authorization(connection);
  const answer = await ask(connection, channelUrl(connection), { headers }, TIMEOUT_MS);
  if (answer.arrived !== true) return refused('provider_unavailable', answer.detail);
  const { response } = answer;
  const body = await bodyOf(response);
  if (!response.ok) return refused(codeOf(response.status), text(body.message, 1024));
  const status = text(body.status, 64);
  if (status && status !== 'active') return refused('provider_refused', `The channel is ${status}.`);
  return known({
    outcome: 'holds' as const,
    name: text(body.name, 200),
    phone: text(body.identifier, 50),
  });
}

function codeOf(status: number): CheckRefused['code'] {
  if (status === 401 || status === 403) return 'provider_token_refused';
  if (status === 404) return 'provider_account_unknown';
  return status >= 500 ? 'provider_unavailable' : 'provider_refused';
}

/** The key in the manifest of the credential at fault, by the code of the refusal. */
const fieldOf: Partial<Record<CheckRefused['code'], string>> = {
  provider_token_refused: 'accessKey',
  provider_account_unknown: 'channelId',
};

function refused(code: CheckRefused['code'], detail?: string): CheckRefused {
  return known({ outcome: 'refused' as const, code, field: fieldOf[code], detail });
}
