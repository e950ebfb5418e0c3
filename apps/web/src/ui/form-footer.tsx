import type { ReactNode } from 'react';
import classes from './form-footer.module.css';

/**
 * The last line of a form or a step, always visible while the form scrolls. Buttons stand at the end; the first of
 * several, such as the way back, at the start.
 */
export function FormFooter({ children }: { children: ReactNode }) {
  return <div className={classes.footer}>{children}</div>;
}
