import { IconLock } from '@tabler/icons-react';
import { INHERITS_FOCUS } from '../../lib/inherits-focus';
import { useOpenConversation, type Obstacle } from '../conversation';
import classes from './composer.module.css';
import { KeptDraft } from './kept-draft';

interface ClosedProps {
  obstacle: Obstacle;
  onOpening: () => void;
}

/**
 * Shows why the agent cannot write and an action that helps; takes over the focus of the field in whose place it
 * appears.
 */
export function Closed({ obstacle, onOpening }: ClosedProps) {
  const { store } = useOpenConversation();
  return (
    <>
      <div className={classes.closed} role="status" {...INHERITS_FOCUS}>
        <IconLock size={16} stroke={1.6} aria-hidden />
        <span className={classes.sentence}>{obstacle.reason}</span>
        {obstacle.remedy(onOpening)}
      </div>
      <KeptDraft store={store} kind="reply" />
    </>
  );
}
