import type { CheckRefused, CheckResult, Connection } from '../adapter';
import { known, oneLine } from '../json';
import type { Answer } from '../http';
import { call, resultOf } from './bot-api';
import { isChannelBroken } from './errors';

/** The updates that the parser knows; Telegram leaves reactions out unless they are asked for. */
const UPDATES = ['message', 'edited_message', 'callback_query', 'message_reaction', 'my_chat_member'];

/** Asks whose token it is. */
export async function check(connection: Connection): Promise<CheckResult> {
  const result = await asked(await call(connection, 'getMe', {}));
  if ('outcome' in result) return result;
  const { first_name, username } = result;
  return known({ outcome: 'holds' as const, name: oneLine(first_name) ?? oneLine(username) });
}

/** Tells Telegram where to post: the address and the secret replace what it was told before. */
export async function register(connection: Connection, address: string): Promise<CheckResult> {
  const result = await asked(
    await call(connection, 'setWebhook', {
      url: address,
      secret_token: connection.secrets['webhook-secret'] ?? '',
      allowed_updates: UPDATES,
    }),
  );
  return 'outcome' in result ? result : { outcome: 'holds' };
}

async function asked(answer: Answer): Promise<Record<string, unknown> | CheckRefused> {
  if (answer.arrived !== true) return refused('provider_unavailable', answer.detail);
  const answered = await resultOf(answer.response);
  if (answered && 'result' in answered) return answered.result;
  const { status } = answer.response;
  if (!answered || answered.error.code >= 500 || answered.error.code === 429) {
    return refused('provider_unavailable', answered?.error.description ?? `Telegram answered ${status}.`);
  }
  const { code, description } = answered.error;
  return isChannelBroken(code)
    ? { ...refused('provider_token_refused', description), field: 'botToken' }
    : refused('provider_refused', `${code}: ${description}`);
}

function refused(code: CheckRefused['code'], detail: string): CheckRefused {
  return { outcome: 'refused', code, detail };
}
