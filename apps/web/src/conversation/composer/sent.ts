import type { AssetResponse, ChatEntry } from '@parley/contracts/api/conversations';
import type { Outgoing } from './outbox';

/** The parts of a sent message that can return to the composer. */
export interface Sent {
  idempotencyKey: string;
  text: string | null;
  assets: (AssetResponse & { clientKey: string | null })[];
}

/** From a message of the outbox. */
export function sentFrom({ idempotencyKey, content, assets }: Outgoing): Sent {
  const files = assets.map((asset) => ({ ...asset, clientKey: null }));
  return { idempotencyKey, text: content.text ?? null, assets: files };
}

/** From the thread's entries, once they have arrived. */
export function sentAs(idempotencyKey: string, entries: ChatEntry[]): Sent {
  const parts = entries.filter(({ clientKey }) => clientKey?.startsWith(`${idempotencyKey}:`));
  const assets = parts.flatMap(({ assets: files, clientKey }) =>
    // Leaves out the parts of an e-mail that its writer did not attach.
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

/**
 * @returns the key of a send if the entry is its first part; null for other parts and for entries not sent from this
 * app
 */
export function sendKeyOf({ clientKey }: Pick<ChatEntry, 'clientKey'>): string | null {
  return clientKey?.endsWith(':0') ? clientKey.slice(0, -2) : null;
}
