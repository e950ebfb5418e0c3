import type { Connection, InboundMessage } from '../adapter';
import { call } from './bot-api';
import { CALLBACK } from './parse-update';

/** A button shows that it is at work until its press is answered. */
export async function acknowledge({ externalId }: InboundMessage, connection: Connection): Promise<void> {
  if (!externalId.startsWith(CALLBACK)) return;
  await call(connection, 'answerCallbackQuery', { callback_query_id: externalId.slice(CALLBACK.length) });
}
