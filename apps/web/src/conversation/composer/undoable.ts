import { loadPart } from '../../lib/load-part';

/** Once something is done, says so and lets it be taken back for a moment. Why it failed, whoever did it has said. */
export async function undoable(done: Promise<unknown>, text: string, undo: () => void): Promise<void> {
  try {
    await done;
  } catch {
    return;
  }
  const { offerUndo } = await loadPart(() => import('./undo-toast'));
  offerUndo(text, undo);
}
