import type { Views } from '@parley/event-sourcing/projection/views';
import { transcriptView } from '../read/transcript.projector';

/** Nobody has seen what no thread shows yet: a position beyond that would swallow messages still to come. */
export async function visibleUpTo(views: Views, seenUpTo: string): Promise<string> {
  const shown = await views.checkpoint(transcriptView.name);
  return seenUpTo < shown ? seenUpTo : shown;
}
