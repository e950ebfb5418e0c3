import { IconLock } from '@tabler/icons-react';
import classes from './composer.module.css';
import { KeptDraft } from './kept-draft';
import { Obstacle, Remedy, type ObstacleProps } from './obstacle';

/** One sentence on why one cannot write, and one action that helps. */
export function Closed(props: ObstacleProps) {
  return (
    <>
      <div className={classes.closed} role="status">
        <IconLock size={16} stroke={1.6} aria-hidden />
        <span className={classes.sentence}>
          <Obstacle {...props} />
        </span>
        <Remedy {...props} />
      </div>
      <KeptDraft chatId={props.chat.id} />
    </>
  );
}
