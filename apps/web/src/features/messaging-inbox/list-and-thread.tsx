import { useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { usePreference } from '../../lib/preferences';
import { useTranslation } from '../../lib/translation';
import classes from './list-and-thread.module.css';

/** Minimum, maximum and step of the list's width in px. */
const width = { least: 280, most: 480, step: 16 };
const bounded = (wanted: number) => Math.min(Math.max(Math.round(wanted), width.least), width.most);

interface ListAndThreadProps {
  list: ReactNode;
  thread: ReactNode;
  /**
   * The panes that are visible; a narrow window shows only one. The thread keeps its state when the window's width
   * changes.
   */
  shown: 'both' | 'list' | 'thread';
}

/** The list with the thread beside it. The user moves the line between the two by dragging or with the arrow keys. */
export function ListAndThread({ list, thread, shown }: ListAndThreadProps) {
  const { t } = useTranslation();
  const [kept, keep] = usePreference('listWidth');
  const [dragged, setDragged] = useState<number | null>(null);
  /** Distance in px between the pointer and the right edge of the list at the start of a drag. */
  const grip = useRef(0);
  const now = dragged ?? bounded(kept);
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    grip.current = event.clientX - now;
    setDragged(now);
  };
  const onPointerMove = ({ clientX }: PointerEvent) => {
    if (dragged !== null) setDragged(bounded(clientX - grip.current));
  };
  const onLostPointerCapture = () => {
    keep(now);
    setDragged(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const moved = {
      ArrowLeft: now - width.step,
      ArrowRight: now + width.step,
      Home: width.least,
      End: width.most,
    };
    const wanted = event.key in moved ? moved[event.key as keyof typeof moved] : null;
    if (wanted === null) return;
    event.preventDefault();
    keep(bounded(wanted));
  };
  return (
    <div className={classes.split}>
      {shown !== 'thread' && (
        <div
          className={shown === 'both' ? classes.list : classes.single}
          style={shown === 'both' ? { flexBasis: now } : undefined}
        >
          {list}
        </div>
      )}
      {shown === 'both' && (
        <div
          className={classes.line}
          role="separator"
          tabIndex={0}
          aria-label={t('list.width')}
          aria-orientation="vertical"
          aria-valuenow={now}
          aria-valuemin={width.least}
          aria-valuemax={width.most}
          onPointerDown={onPointerDown}
          onPointerMove={onPointerMove}
          onLostPointerCapture={onLostPointerCapture}
          onKeyDown={onKeyDown}
        />
      )}
      {shown !== 'list' && <div className={shown === 'both' ? classes.thread : classes.single}>{thread}</div>}
    </div>
  );
}
