import {
  useCallback,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
  type KeyboardEvent,
  type SyntheticEvent,
  type UIEvent,
} from 'react';
import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { entriesIn, keysOf, type ThreadItem } from './thread-items';

interface Options {
  items: ThreadItem[];
  /** Id of the entry to open at; null opens at the end. */
  startAt: string | null;
  /** New entries are added at the end: a reader at the end stays there. */
  isLive: boolean;
  onNearTop: () => void;
  onNearEnd: () => void;
}

/** An entry and its distance in px from the top of the scroller; null: the end of the thread. */
type Anchor = { entryId: string; offset: number } | null;

/** Keys of rows that stay rendered wherever the user scrolls: the row with the focus and the row that plays. */
interface Kept {
  focused: string | null;
  playing: string | null;
}

const nearPx = 24;
const historyPx = 600;
/** Assumed height of a row that was never rendered. */
const guessPx = 56;
/** Threads of up to this many rows are rendered whole, for the browser's search and for screen readers. */
const wholeRows = 150;
const noKeys: string[] = [];
const MOST_DRAWN_AGAIN = 5;
/** Rows rendered outside the view; fewer while a thread opens, because heights are guessed then. */
const overscan = { opened: 8, opening: 3 };

/** Size of the previous thread's scroller: the next thread uses it to render the rows in view at once. */
let lastRoom = { width: 0, height: 0 };

/**
 * Renders the rows of a thread near the view. Keeps the reader's place while entries come above and below and rows
 * get their heights; at the end it stays at the end.
 */
export function useThreadScroll({ items, startAt, isLive, onNearTop, onNearEnd }: Options) {
  const scrollerRef = useRef<HTMLDivElement>(null);
  const canvasRef = useRef<HTMLDivElement>(null);
  const anchor = useRef<Anchor>(null);
  /** The scroll position that this hook set or accepted from the browser, as opposed to one that the reader chose. */
  const settledAt = useRef(0);
  const hasStarted = useRef(false);
  /** True while rows get their heights one by one: the place is corrected once, after all have them. */
  const isDrawing = useRef(false);
  const hasMoved = useRef(false);
  const [isAtEnd, setAtEnd] = useState(true);
  const [kept, setKept] = useState<Kept>({ focused: null, playing: null });

  const rowOf = useMemo(
    () => new Map(items.flatMap((item, row) => entriesIn(item).map(({ id }) => [id, row] as const))),
    [items],
  );
  const keys = useMemo(() => keysOf(items), [items]);
  // The rows in view are rendered first.
  const drawn = useDeferredValue(keys, noKeys);
  const keepRows = useMemo(() => {
    const stay = new Set([kept.focused, kept.playing, ...(keys.length <= wholeRows ? drawn : noKeys)]);
    return keys.flatMap((key, row) => (stay.has(key) ? row : []));
  }, [kept, keys, drawn]);

  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scrollerRef.current,
    estimateSize: () => guessPx,
    getItemKey: (row) => keys[row] ?? row,
    rangeExtractor: (range) => rowsToShow(range, keepRows),
    overscan: drawn === noKeys ? overscan.opening : overscan.opened,
    initialRect: lastRoom,
    initialOffset: () => {
      const start = startAt === null ? -1 : (rowOf.get(startAt) ?? -1);
      const top =
        start < 0 ? items.length * guessPx - lastRoom.height : start * guessPx - lastRoom.height / 4;
      return Math.max(0, top);
    },
    directDomUpdates: true,
    onChange: () => {
      if (isDrawing.current) hasMoved.current = true;
      else keepPlace();
    },
  });
  // `keepPlace` corrects the position instead.
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = () => false;

  const topOf = useCallback(
    (scroller: HTMLElement, at: Anchor): number | null => {
      const end = scroller.scrollHeight - scroller.clientHeight;
      if (at === null) return end;
      const row = rowOf.get(at.entryId);
      const start = row === undefined ? undefined : virtualizer.measurementsCache[row]?.start;
      if (start === undefined) return null;
      const top = (canvasRef.current?.offsetTop ?? 0) + start - at.offset;
      // There was not enough room above the entry: it keeps its present place when older entries come.
      if (top < 0) anchor.current = { ...at, offset: at.offset + top };
      return Math.min(Math.max(0, top), end);
    },
    [rowOf, virtualizer],
  );
  const keepPlace = useCallback(() => {
    const scroller = scrollerRef.current;
    if (!scroller) return;
    const top = topOf(scroller, anchor.current);
    if (top === null) return;
    if (Math.abs(scroller.scrollTop - top) >= 1) scroller.scrollTop = top;
    settledAt.current = scroller.scrollTop;
    // Set now, so that the rows there are rendered before the next paint; the scroll event comes a frame later.
    virtualizer.scrollOffset = scroller.scrollTop;
  }, [topOf, virtualizer]);

  /** The entry at the top of the view, or the first entry below the top. */
  const placeOf = useCallback(
    (scroller: HTMLElement): Anchor => {
      const top = scroller.scrollTop - (canvasRef.current?.offsetTop ?? 0);
      const first = virtualizer.getVirtualItemForOffset(top);
      if (!first) return null;
      // The oldest entry changes its height when older entries continue its group, so an entry below it is the
      // anchor.
      const oldest = items.findIndex((item) => entriesIn(item).length > 0);
      let place: Anchor = null;
      for (let row = first.index; row < items.length; row++) {
        const [entry] = entriesIn(items[row]);
        const start = virtualizer.measurementsCache[row]?.start;
        if (entry && start !== undefined) place = { entryId: entry.id, offset: start - top };
        if (place && row > oldest) break;
      }
      return place;
    },
    [items, virtualizer],
  );

  useLayoutEffect(() => {
    if (startAt !== null && scrollerRef.current && !hasStarted.current) {
      hasStarted.current = true;
      anchor.current = quarterDown(scrollerRef.current, startAt);
    }
    keepPlace();
  }, [startAt, keepPlace]);
  const rows = virtualizer.getVirtualIndexes();
  const [, drawAgain] = useReducer((times: number) => times + 1, 0);
  const drawnAgain = useRef(0);
  useLayoutEffect(() => {
    if (hasMoved.current) keepPlace();
    hasMoved.current = false;
    const inView = virtualizer.calculateRange();
    const isDrawn = !inView || (rows.includes(inView.startIndex) && rows.includes(inView.endIndex));
    if (isDrawn) drawnAgain.current = 0;
    // Heights that keep changing are left to the ResizeObserver.
    else if (drawnAgain.current++ < MOST_DRAWN_AGAIN) drawAgain();
  });
  const measureRow = useCallback(
    (row: HTMLElement | null) => {
      isDrawing.current = true;
      virtualizer.measureElement(row);
      isDrawing.current = false;
    },
    [virtualizer],
  );

  const look = () => {
    const scroller = scrollerRef.current;
    if (!scroller) return;
    const below = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight;
    const isEnd = isLive && below < nearPx;
    // While the anchor is not loaded yet, the scroll position must not replace it.
    const isAwaited = anchor.current !== null && !rowOf.has(anchor.current.entryId);
    // New rows raise the canvas a moment after they are counted: until then its end is not that of the thread.
    const height = canvasRef.current?.offsetHeight ?? 0;
    const isLaidOut = Math.abs(height - virtualizer.getTotalSize()) < 1;
    if (isEnd && !isAwaited && isLaidOut) anchor.current = null;
    setAtEnd(isEnd);
    if (scroller.scrollTop < historyPx) onNearTop();
    if (!isLive && below < historyPx) onNearEnd();
  };
  const settle = useEffectEvent(() => {
    const scroller = scrollerRef.current;
    if (scroller) lastRoom = { width: scroller.clientWidth, height: scroller.clientHeight };
    keepPlace();
    look();
  });
  useEffect(() => {
    // A ResizeObserver also reports the initial size.
    const observer = new ResizeObserver(() => settle());
    if (scrollerRef.current) observer.observe(scrollerRef.current);
    if (canvasRef.current) observer.observe(canvasRef.current);
    return () => observer.disconnect();
  }, []);

  const onScroll = ({ currentTarget: scroller }: UIEvent<HTMLElement>) => {
    const end = scroller.scrollHeight - scroller.clientHeight;
    // Rows became smaller than their estimates, so the browser moved the scroller up to the new end.
    const isClamped = settledAt.current > end && scroller.scrollTop > end - 1;
    if (isClamped) keepPlace();
    else if (Math.abs(scroller.scrollTop - settledAt.current) >= 1) anchor.current = placeOf(scroller);
    look();
  };

  const scrollToEnd = () => {
    anchor.current = null;
    keepPlace();
    look();
  };
  // The browser would scroll smoothly to the end, and rows that get their heights on the way would stop it.
  const onKeyDown = (event: KeyboardEvent) => {
    const isModified = event.shiftKey || event.ctrlKey || event.altKey || event.metaKey;
    if (event.key !== 'End' || isModified || !isLive || takesEnd(event.target)) return;
    event.preventDefault();
    scrollToEnd();
  };

  return {
    scrollerRef,
    canvasRef,
    virtualizer,
    measureRow,
    isAtEnd,
    onScroll,
    onKeyDown,
    scrollToEnd,
    scrollTo: (entryId: string) => {
      if (!scrollerRef.current) return;
      hasStarted.current = true;
      anchor.current = quarterDown(scrollerRef.current, entryId);
      keepPlace();
      look();
    },
    keep: {
      onFocusCapture: ({ target }: SyntheticEvent) =>
        setKept((before) => ({ ...before, focused: keyAt(target) })),
      onBlurCapture: () => setKept((before) => ({ ...before, focused: null })),
      onPlayCapture: ({ target }: SyntheticEvent) =>
        setKept((before) => ({ ...before, playing: keyAt(target) })),
    },
  };
}

/** Players use the End key themselves. */
function takesEnd(target: EventTarget): boolean {
  return target instanceof Element && target.closest('input, textarea, audio, video') !== null;
}

function keyAt(target: EventTarget): string | null {
  return target instanceof Element ? (target.closest<HTMLElement>('[data-key]')?.dataset.key ?? null) : null;
}

function quarterDown(scroller: HTMLElement, entryId: string): Anchor {
  return { entryId, offset: Math.round(scroller.clientHeight / 4) };
}

function rowsToShow(range: Range, kept: number[]): number[] {
  return [...new Set([...defaultRangeExtractor(range), ...kept])].sort((a, b) => a - b);
}
