import type { ReactNode } from 'react';

/** An item of a suggestion list; choosing it replaces the typed text by `inserts`. */
export interface Suggestion {
  id: string;
  title: string | null;
  text: string;
  inserts: string;
}

export interface Found {
  suggestions: Suggestion[];
  /** Shown if the list has no items at all, not only none that match. */
  none?: ReactNode;
}

/** A suggestion list that a character opens in the field: `/` lists quick replies, `@` colleagues. */
export interface Suggestions {
  /** The character that opens the list. */
  trigger: string;
  label: string;
  /** A button below the field that types the trigger. */
  button?: { label: string; icon: ReactNode };
  /**
   * Returns the question to confirm before sending a text that is only the trigger and one word, which was probably
   * meant as a search. Missing: no confirmation.
   */
  asksAbout?: (text: string) => string;
  /** A hook. @returns the matches for the typed text, best first; undefined while they load */
  useFound: (search: string) => Found | undefined;
}
