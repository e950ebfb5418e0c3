import { draftKinds } from '@parley/contracts/api/drafts';
import { draftKeepers, flushKeptDrafts } from './drafts';
import { flushKeptMessages, outbox } from './sending';
import { uploads } from './uploads';

/** How many of each only this browser has; of files, those that wait for a message in this window. */
export interface Unsent {
  messages: number;
  notes: number;
  drafts: number;
  files: number;
}

/** Whoever leaves waits no longer than this. */
const MOST_MS = 3_000;

/**
 * Sends the server what only this browser has, whichever of its windows wrote it, as far as that goes in a moment.
 * @returns what is left
 */
export async function sendUnsent(): Promise<Unsent> {
  const rest = new Promise((resolve) => setTimeout(resolve, MOST_MS));
  await Promise.race([Promise.all([flushKeptMessages(), flushKeptDrafts()]), rest]);
  const unsent = outbox.unsent();
  const notes = unsent.filter(({ kind }) => kind === 'note').length;
  const drafts = draftKinds.map((kind) => draftKeepers[kind].unsaved());
  return {
    messages: unsent.length - notes,
    notes,
    drafts: drafts.reduce((sum, each) => sum + each),
    files: uploads.keys().flatMap(uploads.get).length,
  };
}
