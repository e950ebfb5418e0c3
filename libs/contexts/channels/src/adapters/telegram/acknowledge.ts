import type { Connection, InboundMessage } from '../adapter';
import { call } from './bot-api';
import { CALLBACK } from './parse-update';

/** Telegram shows a pressed button as busy until the press is answered. */
export async function acknowledge({ externalId }: InboundMessage, connection: Connection): Promise<void> {
  if (!externalId.startsWith(CALLBACK)) return;
  await call(connection, 'answerCallbackQuery', { callback_query_id: externalId.slice(CALLBACK.length) });
}
