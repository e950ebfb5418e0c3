import type { AssetResponse } from '@parley/contracts/api/conversations';
import { draftKeepers } from './drafts';
import type { Outgoing } from './outbox';
import { outbox } from './sending';
import { restoreUploads } from './uploads';

/** Puts a text and files that did not go out back where they were written, before whatever stands there by now. */
export function putBack(chatId: string, text: string | null, assets: AssetResponse[]): void {
  if (text !== null) {
    const written = draftKeepers.reply.texts.get(chatId);
    draftKeepers.reply.type(chatId, written.trim() === '' ? text : `${text}\n${written}`);
  }
  restoreUploads(chatId, assets);
}

/** Whether an answer came too late: sent again as it is, it would be refused again. */
export function isTooLate({ kind, content }: Pick<Outgoing, 'kind' | 'content'>, code: string): boolean {
  const isWritten = content.text !== undefined || content.attachments !== undefined;
  return code === 'window_closed' && kind === 'reply' && isWritten && !content.retryOf && !content.template;
}

/**
 * From now on the words of an answer that came after the care window closed go back into the composer. @returns how to
 * stop that
 */
export function keepTooLate(): () => void {
  return outbox.handRefusedTo((message, code) => {
    if (!isTooLate(message, code)) return false;
    const { chatId, content, assets } = message;
    putBack(chatId, content.text ?? null, assets);
    // Nobody types there: it is saved at once, and other windows may follow.
    draftKeepers.reply.leave(chatId);
    return true;
  });
}
