import { loadPart } from '../../lib/load-part';

/**
 * Waits for an action and then offers to undo it for a few seconds. A failure shows nothing here, because the action
 * reports it.
 */
export async function undoable(done: Promise<unknown>, text: string, undo: () => void): Promise<void> {
  try {
    await done;
  } catch {
    return;
  }
  const { offerUndo } = await loadPart(() => import('./undo-toast'));
  offerUndo(text, undo);
}
