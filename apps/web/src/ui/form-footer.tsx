import type { ReactNode } from 'react';
import classes from './form-footer.module.css';

/**
 * Last line of a form or a wizard's step, which stays visible while the form scrolls. Buttons are at its end; if
 * there are several, the first one, such as "Back", is at its start.
 */
export function FormFooter({ children }: { children: ReactNode }) {
  return <div className={classes.footer}>{children}</div>;
}
