import type { ReactNode } from 'react';
import classes from './raw-text.module.css';

interface RawTextProps {
  /** Accessible name. */
  label: string;
  children: ReactNode;
}

/**
 * Shows a message body, source code or JSON in a box that scrolls. The content is plain text, so that markup in it
 * has no effect.
 */
export function RawText({ label, children }: RawTextProps) {
  return (
    <pre className={classes.text} tabIndex={0} aria-label={label}>
      {children}
    </pre>
  );
}
