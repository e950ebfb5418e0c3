import type { ContactProfile } from '@parley/contracts/events';
import type { CheckRefused, CheckResult, Connection, Person } from '../adapter';
import { bodyOf } from '../http';
import { known, oneLine, record, text } from '../json';
import { recipientOf, type Surface } from './account';
import { codeOf, isChannelBroken } from './errors';
import { errorIn, graph } from './graph';

/** Requests the account of the token, signed with the app's secret: token, secret and account have to match. */
export async function check(surface: Surface, connection: Connection): Promise<CheckResult> {
  const { fields, path, name } = surface.account;
  const answer = await graph(surface, connection, ['me'], { query: { fields } });
  if (answer.arrived !== true) return refused(surface, 'provider_unavailable', answer.detail);
  const body = await bodyOf(answer.response);
  const error = errorIn(body);
  if (error) {
    const detail = `${codeOf(error)}: ${error.detail ?? ''}`;
    if (/appsecret_proof/i.test(error.detail ?? ''))
      return refused(surface, 'provider_secret_refused', detail);
    if (isChannelBroken(codeOf(error))) return refused(surface, 'provider_token_refused', detail);
    const isAway = [1, 2, 4, 613].includes(error.code);
    return refused(surface, isAway ? 'provider_unavailable' : 'provider_refused', detail);
  }
  if (!answer.response.ok) {
    const isAway = answer.response.status >= 500;
    const detail = `Meta answered ${answer.response.status}.`;
    return refused(surface, isAway ? 'provider_unavailable' : 'provider_refused', detail);
  }
  const account = path.reduce((within, key) => record(within[key]), body);
  if (text(account.id) !== connection.providerAccountId) return refused(surface, 'provider_account_unknown');
  return known({ outcome: 'holds' as const, name: oneLine(account[name], 200) });
}

function refused({ accountField }: Surface, code: CheckRefused['code'], detail?: string): CheckRefused {
  const fieldOf: Partial<Record<CheckRefused['code'], string>> = {
    provider_token_refused: 'accessToken',
    provider_secret_refused: 'appSecret',
    provider_account_unknown: accountField,
  };
  return known({ outcome: 'refused' as const, code, field: fieldOf[code], detail });
}

const PROFILE_TIMEOUT_MS = 5_000;

/** Requests the profile of a person, since webhooks contain only ids. */
export async function profileOf(
  surface: Surface,
  { aliases }: Person,
  connection: Connection,
): Promise<ContactProfile> {
  const recipient = recipientOf(aliases, surface, connection);
  if (!recipient || !('id' in recipient)) return {};
  const query = { fields: surface.profileFields };
  const answer = await graph(surface, connection, [recipient.id], { query, timeoutMs: PROFILE_TIMEOUT_MS });
  if (answer.arrived !== true || !answer.response.ok) return {};
  const { name, first_name, last_name, username } = await bodyOf(answer.response);
  const parts = [first_name, last_name].map((part) => oneLine(part, 256)).filter(Boolean);
  return known({
    name: oneLine(name) ?? (parts.join(' ') || undefined),
    username: oneLine(username, 128)?.replace(/^@/, ''),
  });
}
