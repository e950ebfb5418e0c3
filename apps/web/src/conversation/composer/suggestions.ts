import type { ReactNode } from 'react';

/** Something to choose, and what takes the place of what was typed for it. */
export interface Suggestion {
  id: string;
  title: string | null;
  text: string;
  inserts: string;
}

/** What there is to choose from. */
export interface Found {
  suggestions: Suggestion[];
  /** Shown where there is nothing at all to choose from, whatever is searched. */
  none?: ReactNode;
}

/** A list that a character opens in the field: `/` quick replies, `@` colleagues. */
export interface Suggestions {
  /** One character. */
  trigger: string;
  label: string;
  /** A button below the field types the character. */
  button?: { label: string; icon: ReactNode };
  /** A whole text of that character and one word is not meant for those who read it: it is asked about first. */
  asksAbout?: (text: string) => string;
  /** A hook. @returns what matches what was typed, the best first; undefined while that is not known */
  useFound: (search: string) => Found | undefined;
}
