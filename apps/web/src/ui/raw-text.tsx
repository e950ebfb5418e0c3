import type { ReactNode } from 'react';
import classes from './raw-text.module.css';

interface RawTextProps {
  /** Accessible name. */
  label: string;
  children: ReactNode;
}

/** A body, source or JSON in a box that scrolls. Shown as text, so that foreign markup has no effect. */
export function RawText({ label, children }: RawTextProps) {
  return (
    <pre className={classes.text} tabIndex={0} aria-label={label}>
      {children}
    </pre>
  );
}
