import { useRef, type PointerEvent } from 'react';
import type { CardSize } from '@parley/contracts/api/insight-graphs';
import { isTall, isWide, sizeOf } from './arrangement';
import classes from './insights.module.css';

interface CardCornerProps {
  size: CardSize;
  onResize: (size: CardSize) => void;
}

/** Corner of a card that the user drags to change the card's size; the arrow keys and the card's menu do the same. */
export function CardCorner({ size, onResize }: CardCornerProps) {
  const corner = useRef<HTMLSpanElement>(null);
  const pulled = (event: PointerEvent) => {
    const card = corner.current?.parentElement;
    if (!card || !corner.current?.hasPointerCapture(event.pointerId)) return;
    const { left, top, width, height } = card.getBoundingClientRect();
    const [column, row] = [width / (isWide(size) ? 2 : 1), height / (isTall(size) ? 2 : 1)];
    const wide = event.clientX - left > column * 1.5;
    const tall = event.clientY - top > row * 1.5;
    const next = sizeOf({ wide, tall });
    if (next !== size) onResize(next);
  };
  return (
    <span
      ref={corner}
      className={classes.corner}
      aria-hidden
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={pulled}
    />
  );
}
