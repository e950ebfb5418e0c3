import type { AssetResponse, ChatEntry, WithdrawResponse } from '@parley/contracts/api/conversations';
import { api } from '../../../lib/api-client';
import { heldUntil } from './held';
import type { Outgoing } from './outbox';
import { putBack } from './put-back';
import { outbox } from './sending';

/** What of a send can come back into the composer. */
export interface Sent {
  chatId: string;
  idempotencyKey: string;
  text: string | null;
  assets: (AssetResponse & { clientKey: string | null })[];
}

/** What one has just sent. */
export function sentFrom({ chatId, idempotencyKey, content, assets }: Outgoing): Sent {
  const files = assets.map((asset) => ({ ...asset, clientKey: null }));
  return { chatId, idempotencyKey, text: content.text ?? null, assets: files };
}

/** The same once the thread has it, by its parts. */
export function sentAs(idempotencyKey: string, chatId: string, entries: ChatEntry[]): Sent {
  const parts = entries.filter(({ clientKey }) => clientKey?.startsWith(`${idempotencyKey}:`));
  const assets = parts.flatMap(({ assets: files, clientKey }) =>
    files.map(({ id, fileName, contentType, size }) => ({
      ...{ id, contentType, clientKey },
      fileName: fileName ?? '',
      size: size ?? 0,
    })),
  );
  const text = parts.find(({ type }) => type === 'text')?.message ?? null;
  return { chatId, idempotencyKey, text, assets };
}

/**
 * Takes back what the server still holds, and puts it where it was written: before whatever stands there by now.
 * @throws RequestFailed `already_sent`
 */
export async function undo({ chatId, idempotencyKey, text, assets }: Sent): Promise<void> {
  const { withdrawn } = await api<WithdrawResponse>('/api/v3/messages/withdraw', {
    method: 'POST',
    body: { idempotencyKey },
  });
  heldUntil.set(idempotencyKey, 0);
  outbox.discard({ chatId, idempotencyKey });
  putBack(
    chatId,
    withdrawn.includes(`${idempotencyKey}:0`) ? text : null,
    assets.filter(({ clientKey }) => clientKey === null || withdrawn.includes(clientKey)),
  );
}
