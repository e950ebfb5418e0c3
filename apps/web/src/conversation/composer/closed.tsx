import { IconLock } from '@tabler/icons-react';
import { useOpenConversation, type Obstacle } from '../conversation';
import classes from './composer.module.css';
import { KeptDraft } from './kept-draft';

interface ClosedProps {
  obstacle: Obstacle;
  onOpening: () => void;
}

/** One sentence on why one cannot write, and one action that helps. */
export function Closed({ obstacle, onOpening }: ClosedProps) {
  const { store } = useOpenConversation();
  return (
    <>
      <div className={classes.closed} role="status">
        <IconLock size={16} stroke={1.6} aria-hidden />
        <span className={classes.sentence}>{obstacle.reason}</span>
        {obstacle.remedy(onOpening)}
      </div>
      <KeptDraft store={store} />
    </>
  );
}
