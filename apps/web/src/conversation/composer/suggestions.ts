import type { ReactNode } from 'react';

/** An item of the list; `inserts` replaces the typed text. */
export interface Suggestion {
  id: string;
  title: string | null;
  text: string;
  inserts: string;
}

export interface Found {
  suggestions: Suggestion[];
  /** Shown only if the list has no items at all, whatever the search. */
  none?: ReactNode;
}

/** A list that a character opens in the field: `/` quick replies, `@` colleagues. */
export interface Suggestions {
  /** One character. */
  trigger: string;
  label: string;
  /** A button below the field that types the trigger. */
  button?: { label: string; icon: ReactNode };
  /**
   * Present: sending a text of only the trigger and one word is confirmed first, with this question, since it is
   * hardly meant for its reader.
   */
  asksAbout?: (text: string) => string;
  /** A hook. @returns the matches for the typed text, best first; undefined while they load */
  useFound: (search: string) => Found | undefined;
}
