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
  /** Id of the entry at which the thread opens; null: at its end. */
  startAt: string | null;
  /**
   * Whether the end of the thread is loaded, so that new entries are added there; a reader who is at the end then
   * stays there.
   */
  isLive: boolean;
  onNearTop: () => void;
  onNearEnd: () => void;
}

/** An entry and its distance in px from the top of the scroller; null: the end of the thread. */
type Anchor = { entryId: string; offset: number } | null;

/**
 * Keys of rows that stay rendered wherever the user scrolls: the row with the focus and the row whose audio or video
 * plays.
 */
interface Kept {
  focused: string | null;
  playing: string | null;
}

const nearPx = 24;
const historyPx = 600;
/** Assumed height in px of a row that was never rendered. */
const guessPx = 56;
/** Threads of up to this many rows are rendered whole, for the browser's search and for screen readers. */
const wholeRows = 150;
const noKeys: string[] = [];
const MAX_DRAWN_AGAIN = 5;
/** Number of rows rendered outside the view; fewer while a thread opens, because their heights are estimates then. */
const overscan = { opened: 8, opening: 3 };

/**
 * Size of the last thread's scroller, with which the next thread can compute its visible rows in its first render.
 */
let lastRoom = { width: 0, height: 0 };

/**
 * Renders the rows of a thread near the view. Keeps the reader's place while entries are added above and below and
 * rows are measured; a reader at the end stays at the end.
 */
export function useThreadScroll({ items, startAt, isLive, onNearTop, onNearEnd }: Options) {
  const scrollerRef = useRef<HTMLDivElement>(null);
  const canvasRef = useRef<HTMLDivElement>(null);
  const anchor = useRef<Anchor>(null);
  /** The scroll position that this hook set or adopted. A different position means that the reader has scrolled. */
  const settledAt = useRef(0);
  const hasStarted = useRef(false);
  /** True while rows are measured one by one: the scroll position is corrected once, after the last row. */
  const isDrawing = useRef(false);
  const hasMoved = useRef(false);
  const [isAtEnd, setAtEnd] = useState(true);
  const [kept, setKept] = useState<Kept>({ focused: null, playing: null });

  const rowOf = useMemo(
    () => new Map(items.flatMap((item, row) => entriesIn(item).map(({ id }) => [id, row] as const))),
    [items],
  );
  const keys = useMemo(() => keysOf(items), [items]);
  // The rows in view render first, the others in a deferred render.
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
  // The virtualizer must not adjust the scroll position, because `keepPlace` corrects it.
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = () => false;

  const topOf = useCallback(
    (scroller: HTMLElement, at: Anchor): number | null => {
      const end = scroller.scrollHeight - scroller.clientHeight;
      if (at === null) return end;
      const row = rowOf.get(at.entryId);
      const start = row === undefined ? undefined : virtualizer.measurementsCache[row]?.start;
      if (start === undefined) return null;
      const top = (canvasRef.current?.offsetTop ?? 0) + start - at.offset;
      // There was not enough room above the entry, so its actual offset becomes the one to keep when older entries
      // are added.
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
    // Updates the virtualizer now, so that the rows at the new position render before the next paint; the scroll
    // event comes a frame later.
    virtualizer.scrollOffset = scroller.scrollTop;
  }, [topOf, virtualizer]);

  /**
   * The anchor for the present scroll position: the entry at the top of the view, or the first entry below the top.
   */
  const placeOf = useCallback(
    (scroller: HTMLElement): Anchor => {
      const top = scroller.scrollTop - (canvasRef.current?.offsetTop ?? 0);
      const first = virtualizer.getVirtualItemForOffset(top);
      if (!first) return null;
      // Older entries may join the oldest entry's group and change its height, so an entry below it is the anchor.
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
    // If heights keep changing, the ResizeObserver handles them instead.
    else if (drawnAgain.current++ < MAX_DRAWN_AGAIN) drawAgain();
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
    // While the anchor's entry is not loaded yet, the scroll position must not replace the anchor.
    const isAwaited = anchor.current !== null && !rowOf.has(anchor.current.entryId);
    // The canvas grows a moment after rows are added: until then, its bottom is not the end of the thread.
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
    // The observer also reports the initial size, so no separate call is needed.
    const observer = new ResizeObserver(() => settle());
    if (scrollerRef.current) observer.observe(scrollerRef.current);
    if (canvasRef.current) observer.observe(canvasRef.current);
    return () => observer.disconnect();
  }, []);

  const onScroll = ({ currentTarget: scroller }: UIEvent<HTMLElement>) => {
    const end = scroller.scrollHeight - scroller.clientHeight;
    // Rows were smaller than estimated, so the browser moved the scroll position up to the new end.
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
  // Handles the End key itself: the browser would scroll smoothly, and rows measured on the way would stop it before
  // the end.
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

/** Whether the focused element, such as an input or a player, uses the End key itself. */
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
