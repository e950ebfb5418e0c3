import type { CheckRefused, CheckResult, Connection } from '../adapter';
import { known, oneLine, type Json } from '../json';
import type { Answer } from '../http';
import { call, resultOf } from './bot-api';
import { isChannelBroken } from './errors';

/** The kinds of updates that the parser reads; Telegram omits reactions unless they are requested. */
const UPDATES = ['message', 'edited_message', 'callback_query', 'message_reaction', 'my_chat_member'];

/** Requests the bot to which the token belongs. */
export async function check(connection: Connection): Promise<CheckResult> {
  const asked = await answered(await call(connection, 'getMe', {}));
  if ('outcome' in asked) return asked;
  const { first_name, username } = asked.result;
  return known({ outcome: 'holds' as const, name: oneLine(first_name) ?? oneLine(username) });
}

/** Registers the address for webhooks and its secret with Telegram, replacing earlier ones. */
export async function register(connection: Connection, address: string): Promise<CheckResult> {
  const asked = await answered(
    await call(connection, 'setWebhook', {
      url: address,
      secret_token: connection.secrets['webhook-secret'] ?? '',
      allowed_updates: UPDATES,
    }),
  );
  return 'outcome' in asked ? asked : { outcome: 'holds' };
}

async function answered(answer: Answer): Promise<{ result: Json } | CheckRefused> {
  if (answer.arrived !== true) return refused('provider_unavailable', answer.detail);
  const told = await resultOf(answer.response);
  if (told && 'result' in told) return told;
  const { status } = answer.response;
  if (!told || told.error.code >= 500 || told.error.code === 429) {
    return refused('provider_unavailable', told?.error.description ?? `Telegram answered ${status}.`);
  }
  const { code, description } = told.error;
  return isChannelBroken(code)
    ? { ...refused('provider_token_refused', description), field: 'botToken' }
    : refused('provider_refused', `${code}: ${description}`);
}

function refused(code: CheckRefused['code'], detail: string): CheckRefused {
  return { outcome: 'refused', code, detail };
}
