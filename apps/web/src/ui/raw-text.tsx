import type { ReactNode } from 'react';
import classes from './raw-text.module.css';

interface RawTextProps {
  /** What it is, for who hears it. */
  label: string;
  children: ReactNode;
}

/** A body, a source or JSON as it came, in a box that scrolls. It is text, whatever a stranger has put into it. */
export function RawText({ label, children }: RawTextProps) {
  return (
    <pre className={classes.text} tabIndex={0} aria-label={label}>
      {children}
    </pre>
  );
}
