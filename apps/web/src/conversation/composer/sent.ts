import type { AssetResponse, ChatEntry } from '@parley/contracts/api/conversations';
import type { Outgoing } from './outbox';

/** What of a send can come back into the composer. */
export interface Sent {
  idempotencyKey: string;
  text: string | null;
  assets: (AssetResponse & { clientKey: string | null })[];
}

/** What one has just sent. */
export function sentFrom({ idempotencyKey, content, assets }: Outgoing): Sent {
  const files = assets.map((asset) => ({ ...asset, clientKey: null }));
  return { idempotencyKey, text: content.text ?? null, assets: files };
}

/** The same once the thread has it, by its parts. */
export function sentAs(idempotencyKey: string, entries: ChatEntry[]): Sent {
  const parts = entries.filter(({ clientKey }) => clientKey?.startsWith(`${idempotencyKey}:`));
  const assets = parts.flatMap(({ assets: files, clientKey }) =>
    // What an e-mail is made of was no file of its writer's.
    files
      .filter(({ part }) => part === undefined || part === 'inline')
      .map(({ id, fileName, contentType, size }) => ({
        ...{ id, contentType, clientKey },
        fileName: fileName ?? '',
        size: size ?? 0,
      })),
  );
  const text = parts.find(({ type }) => type === 'text')?.message ?? null;
  return { idempotencyKey, text, assets };
}

/** The key of the send that an entry is the first part of; null for other parts, and what nobody sent here. */
export function sendKeyOf({ clientKey }: Pick<ChatEntry, 'clientKey'>): string | null {
  return clientKey?.endsWith(':0') ? clientKey.slice(0, -2) : null;
}
