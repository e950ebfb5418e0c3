import type { CheckRefused, CheckResult, Connection } from '../adapter';
import { bodyOf, type Answer } from '../http';
import { known, list, record, text } from '../json';
import { addressOf, isWhatsapp } from './address';
import { accountUrl, ask, basicAuth, errorIn } from './twilio-api';

const TIMEOUT_MS = 10_000;

/**
 * Requests the account, and its number if that is one of Twilio's own. WhatsApp senders and short codes cannot be
 * requested.
 */
export async function check(connection: Connection): Promise<CheckResult> {
  const { providerAccountId, businessAccountId } = connection;
  if (!providerAccountId) return refused('provider_account_unknown');
  if (!businessAccountId) return refused('provider_business_unknown');
  const asked = await get(connection, `${accountUrl(connection).replace(/(?<!\/)\/+$/, '')}.json`);
  if (asked.arrived !== true || !asked.response.ok) return whyRefused(asked);
  const account = await bodyOf(asked.response);
  const status = text(account.status, 64);
  if (status !== 'active') return refused('provider_refused', `The account is ${status ?? 'not active'}.`);
  const name = text(account.friendly_name, 200);
  const phone = addressOf(providerAccountId);
  if (isWhatsapp(providerAccountId) || !phone.startsWith('+'))
    return known({ outcome: 'holds' as const, name });
  const query = new URLSearchParams({ PhoneNumber: phone }).toString();
  const numbers = await get(connection, `${accountUrl(connection, 'IncomingPhoneNumbers.json')}?${query}`);
  if (numbers.arrived !== true || !numbers.response.ok) return whyRefused(numbers);
  const { incoming_phone_numbers: found } = await bodyOf(numbers.response);
  const isThere = list(found).some((each) => record(each).phone_number === phone);
  return isThere ? known({ outcome: 'holds' as const, name, phone }) : refused('provider_account_unknown');
}

function get(connection: Connection, url: string): Promise<Answer> {
  return ask(connection, url, { headers: basicAuth(connection) }, TIMEOUT_MS);
}

async function whyRefused(answer: Answer): Promise<CheckRefused> {
  if (answer.arrived !== true) return refused('provider_unavailable', answer.detail);
  const { status } = answer.response;
  const detail = errorIn(await bodyOf(answer.response))?.detail ?? `Twilio answered ${status}.`;
  if (status === 401 || status === 403) return refused('provider_token_refused', detail);
  if (status === 404) return refused('provider_business_unknown', detail);
  return refused(status >= 500 ? 'provider_unavailable' : 'provider_refused', detail);
}

/** The key in the manifest of the credential at fault, by the code of the refusal. */
const fieldOf: Partial<Record<CheckRefused['code'], string>> = {
  provider_token_refused: 'authToken',
  provider_business_unknown: 'accountSid',
  provider_account_unknown: 'phoneNumber',
};

function refused(code: CheckRefused['code'], detail?: string): CheckRefused {
  return known({ outcome: 'refused' as const, code, field: fieldOf[code], detail });
}
