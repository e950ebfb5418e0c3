import type { SendResponse } from '@parley/contracts/api/conversations';
import { api } from '../../../lib/api-client';
import { localEntries, writeLocal } from '../../../lib/local-storage';
import { noteHeld } from './held';
import { Outbox, type Outgoing } from './outbox';

const prefix = 'parley.outbox.';

function readKept(): [string, Outgoing[]][] {
  return localEntries(prefix).flatMap(([chatId, json]): [string, Outgoing[]][] => {
    try {
      return [[chatId, JSON.parse(json) as Outgoing[]]];
    } catch {
      return [];
    }
  });
}

/** The one outbox of this window. */
export const outbox = new Outbox({
  send: (body) => api<SendResponse>('/api/v3/messages/send', { method: 'POST', body }),
  onHeld: ({ idempotencyKey }, seconds) => noteHeld(idempotencyKey, seconds),
  keep: (chatId, messages) => writeLocal(prefix + chatId, messages.length ? JSON.stringify(messages) : null),
  kept: readKept(),
});
