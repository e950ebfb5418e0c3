import classes from './presence-dot.module.css';

export type Presence = 'available' | 'away' | 'offline';

/** Online status as a dot, distinguished by shape as well as by colour. Show the status in words beside it. */
export function PresenceDot({ presence }: { presence: Presence }) {
  return <span className={classes.dot} data-presence={presence} aria-hidden />;
}
