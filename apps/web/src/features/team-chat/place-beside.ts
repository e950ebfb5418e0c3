import { createContext, useContext, useMemo, useState } from 'react';
import type { Place } from '../../conversation/conversation';
import { createCell } from '../../lib/cell';

/** Id of the chat shown beside a conversation, or null. */
export const chatBeside = createCell<string | null>(null);

/** The place in the thread of such a chat, since the page's address belongs to the conversation. */
export const PlaceBeside = createContext<Place | null>(null);

export const usePlaceBeside = () => useContext(PlaceBeside);

/** State of the place, for the panel that provides it. */
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
