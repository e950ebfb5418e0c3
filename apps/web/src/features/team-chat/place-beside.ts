import { createContext, useContext, useMemo, useState } from 'react';
import type { Place } from '../../conversation/conversation';
import { createCell } from '../../lib/cell';

/** The chat that is before its reader's eyes beside a conversation; null: none. */
export const chatBeside = createCell<string | null>(null);

/** The place in a thread beside a conversation: the address is of the conversation. */
export const PlaceBeside = createContext<Place | null>(null);

export const usePlaceBeside = () => useContext(PlaceBeside);

/** For the drawer that provides it. */
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
