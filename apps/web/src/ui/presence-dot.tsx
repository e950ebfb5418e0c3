import classes from './presence-dot.module.css';

export type Presence = 'available' | 'away' | 'offline';

/** Online status as a dot, by shape as well as by colour. The word stands beside it. */
export function PresenceDot({ presence }: { presence: Presence }) {
  return <span className={classes.dot} data-presence={presence} aria-hidden />;
}
