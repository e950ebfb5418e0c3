import { createContext, useContext, useMemo, useState } from 'react';
import type { Place } from '../../conversation/conversation';
import { createCell } from '../../lib/cell';

/** Id of the team chat that is shown beside a conversation; null if there is none. */
export const chatBeside = createCell<string | null>(null);

/**
 * The entry to which a chat beside a conversation jumps. Not taken from the URL, which names the conversation's
 * entry.
 */
export const PlaceBeside = createContext<Place | null>(null);

export const usePlaceBeside = () => useContext(PlaceBeside);

/** Creates the state for `PlaceBeside`, for the panel that provides it. */
export function useOwnPlace(): Place {
  const [{ entryId, askedAt }, setAt] = useState<Pick<Place, 'entryId' | 'askedAt'>>(nowhere);
  return useMemo(
    () => ({
      entryId,
      askedAt,
      goTo: (entry) => setAt({ entryId: entry, askedAt: Date.now() }),
      forget: () => setAt(nowhere),
    }),
    [entryId, askedAt],
  );
}

const nowhere = { entryId: null, askedAt: null };
