import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';

interface Options {
  /** Changes whenever what is shown does. */
  content: unknown;
  /** The entry to open at; null opens at the end. */
  startAt: string | null;
  onNearTop: () => void;
}

/** An entry and how far below the top of the scroller it stands; null stays at the end. */
type Anchor = { entryId: string; offset: number } | null;

const nearPx = 24;
const historyPx = 600;

/**
 * Keeps what one reads in its place while entries come above and below it and media settle; at the end it stays at
 * the end.
 */
export function useAnchoredScroll({ content, startAt, onNearTop }: Options) {
  const scrollerRef = useRef<HTMLDivElement>(null);
  const contentRef = useRef<HTMLDivElement>(null);
  const anchor = useRef<Anchor>(null);
  const hasStarted = useRef(false);
  const [isAtEnd, setAtEnd] = useState(true);

  const keepPlace = useCallback(() => {
    const scroller = scrollerRef.current;
    if (!scroller) return;
    if (anchor.current === null) {
      scroller.scrollTop = scroller.scrollHeight;
      return;
    }
    const { entryId, offset } = anchor.current;
    const entry = entryElement(scroller, entryId);
    if (entry) scroller.scrollTop += offsetIn(scroller, entry) - offset;
  }, []);

  useLayoutEffect(() => {
    const scroller = scrollerRef.current;
    if (startAt !== null && scroller && !hasStarted.current) {
      hasStarted.current = true;
      anchor.current = { entryId: startAt, offset: Math.round(scroller.clientHeight / 4) };
    }
    keepPlace();
  }, [content, startAt, keepPlace]);

  const measure = () => {
    const scroller = scrollerRef.current;
    if (!scroller) return;
    const isEnd = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < nearPx;
    if (isEnd) anchor.current = null;
    setAtEnd(isEnd);
    if (scroller.scrollTop < historyPx) onNearTop();
  };
  const onResize = useEffectEvent(() => {
    keepPlace();
    measure();
  });
  useEffect(() => {
    // It also reports the first size, so that what is shown at first is measured too.
    const observer = new ResizeObserver(() => onResize());
    if (scrollerRef.current) observer.observe(scrollerRef.current);
    if (contentRef.current) observer.observe(contentRef.current);
    return () => observer.disconnect();
  }, []);

  const onScroll = () => {
    if (scrollerRef.current) anchor.current = firstVisible(scrollerRef.current);
    measure();
  };
  const scrollToEnd = () => {
    anchor.current = null;
    setAtEnd(true);
    keepPlace();
  };
  return { scrollerRef, contentRef, isAtEnd, scrollToEnd, onScroll };
}

function offsetIn(scroller: HTMLElement, entry: Element): number {
  return entry.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
}

function entryElement(scroller: HTMLElement, entryId: string): Element | null {
  return scroller.querySelector(`[data-entry="${CSS.escape(entryId)}"]`);
}

function firstVisible(scroller: HTMLElement): Anchor {
  const { top } = scroller.getBoundingClientRect();
  for (const entry of scroller.querySelectorAll<HTMLElement>('[data-entry]')) {
    if (entry.getBoundingClientRect().bottom <= top) continue;
    return { entryId: entry.dataset.entry ?? '', offset: offsetIn(scroller, entry) };
  }
  return null;
}
