import type { AssetResponse, ChatEntry } from '@parley/contracts/api/conversations';
import type { Outgoing } from './outbox';

/** The parts of a sent message that can return to the composer. */
export interface Sent {
  idempotencyKey: string;
  text: string | null;
  assets: (AssetResponse & { clientKey: string | null })[];
}

/** Takes the parts from a message of the outbox. */
export function sentFrom({ idempotencyKey, content, assets }: Outgoing): Sent {
  const files = assets.map((asset) => ({ ...asset, clientKey: null }));
  return { idempotencyKey, text: content.text ?? null, assets: files };
}

/** Takes the parts from the thread's entries, after the server has accepted the message. */
export function sentAs(idempotencyKey: string, entries: ChatEntry[]): Sent {
  const parts = entries.filter(({ clientKey }) => clientKey?.startsWith(`${idempotencyKey}:`));
  const assets = parts.flatMap(({ assets: files, clientKey }) =>
    // Leaves out parts of an e-mail that are not attachments of its writer.
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
 * @returns the idempotency key of a send if the entry is its first part; null for its other parts and for entries not
 * sent from this app
 */
export function sendKeyOf({ clientKey }: Pick<ChatEntry, 'clientKey'>): string | null {
  return clientKey?.endsWith(':0') ? clientKey.slice(0, -2) : null;
}
