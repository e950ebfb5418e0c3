import type { CheckRefused, CheckResult, Connection } from '../adapter';
import { bodyOf } from '../http';
import { known, oneLine, record, text } from '../json';
import { call } from './x-api';

/** Requests the account of the token. */
export async function check(connection: Connection): Promise<CheckResult> {
  const answer = await call(connection, ['users', 'me']);
  if (answer.arrived !== true) return refused('provider_unavailable', answer.detail);
  const { status } = answer.response;
  const body = await bodyOf(answer.response);
  const detail = text(body.detail, 1024) ?? `X answered ${status}.`;
  if (status === 401 || status === 403) return refused('provider_token_refused', detail, 'accessToken');
  if (status === 429 || status >= 500) return refused('provider_unavailable', detail);
  if (!answer.response.ok) return refused('provider_refused', detail);
  const { id, name } = record(body.data);
  if (text(id) !== connection.providerAccountId)
    return refused('provider_account_unknown', undefined, 'userId');
  return known({ outcome: 'holds' as const, name: oneLine(name, 200) });
}

function refused(code: CheckRefused['code'], detail?: string, field?: string): CheckRefused {
  return known({ outcome: 'refused' as const, code, field, detail });
}
