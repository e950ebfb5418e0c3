import { useRef, type PointerEvent } from 'react';

const LONG_MS = 450;

/** Detects a long touch. `wasLong` lets the click handler ignore the click that the browser fires afterwards. */
export function useLongPress(onLongPress: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isLong = useRef(false);
  const stop = () => clearTimeout(timer.current);
  return {
    wasLong: () => isLong.current,
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        isLong.current = false;
        if (event.pointerType !== 'touch') return;
        timer.current = setTimeout(() => {
          isLong.current = true;
          onLongPress();
        }, LONG_MS);
      },
      onPointerUp: stop,
      onPointerCancel: stop,
      onPointerLeave: stop,
    },
  };
}
