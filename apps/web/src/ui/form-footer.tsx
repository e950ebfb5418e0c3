import type { ReactNode } from 'react';
import classes from './form-footer.module.css';

/**
 * The last line of a form or of a step, which stays in sight while the form scrolls. What leads on stands at its end;
 * the first of several, such as the way back, at its start.
 */
export function FormFooter({ children }: { children: ReactNode }) {
  return <div className={classes.footer}>{children}</div>;
}
