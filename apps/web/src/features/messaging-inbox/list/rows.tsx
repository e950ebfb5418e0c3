import {
  Suspense,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
} from 'react';
import { Transition, UnstyledButton } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import { MAX_SELECTED, type Chat, type Page } from '@parley/contracts/api/conversations';
import { isFocusLost } from '../../../lib/focus-guard';
import { focusSoon } from '../../../lib/focus-soon';
import { usePreference } from '../../../lib/preferences';
import { codeOf } from '../../../lib/problem';
import { toastMessage } from '../../../lib/toast';
import { useTranslation } from '../../../lib/translation';
import { useStable } from '../../../lib/use-stable';
import { pathOf, useAddress, useGo, useListKey } from '../address';
import { useChat } from '../api/use-chat';
import { arrangeRows, type ShownRows } from '../cache/shown-rows';
import { useCommands } from '../../../conversation/keyboard/use-commands';
import { ConversationRow } from './conversation-row';
import classes from './rows.module.css';
import { scopeOf, selection, useSelection } from './selection';
import { usePrefetch } from './use-prefetch';
import { lazyPart } from '../../../lib/lazy-part';

const EmptyList = lazyPart(() => import('./empty-list'));

const rowHeights = { comfortable: 76, compact: 56 };
/** Number of rows in the first render; more than fit on a screen. */
const FIRST_DRAWN = 20;

/** Scroll position in px at which the user left each list, to restore it on return. */
const leftAt = new Map<string, number>();

interface RowsProps {
  name: string;
  label: string;
  page: Page<Chat>;
  /** Whether the user searched and pressed Enter or Arrow down, so that the focus goes to the first hit. */
  goesToFirst: boolean;
  onThere: () => void;
}

/** The rows of a page of a list. They keep their places while the pointer is over them or the list is scrolled. */
export function Rows({ name, label, page, goesToFirst, onThere }: RowsProps) {
  const { t } = useTranslation();
  const key = useListKey();
  const { chatId } = useAddress();
  const go = useGo();
  const [density] = usePreference('density');
  const scroller = useRef<HTMLDivElement>(null);
  const { shown, hold, release } = useShownRows(page.data, chatId);
  const { rows, waiting } = shown;

  const [lastFocused, setLastFocused] = useState<{ id: string; index: number } | null>(null);
  const indexOf = (id: string | null) => rows.findIndex(({ chat }) => chat.id === id);
  const place = indexOf(lastFocused?.id ?? chatId);
  // If the focused row is no longer in the list, the row that takes its place gets the focus.
  const focused = place >= 0 ? place : Math.max(0, Math.min(lastFocused?.index ?? 0, rows.length - 1));
  const isOnItsWay = lastFocused !== null || chatId !== null;
  usePrefetch(isOnItsWay ? rows.slice(focused, focused + 2).map(({ chat }) => chat.id) : []);

  const height = rowHeights[density];
  // Rows in view render first, the others later. If the user left the list scrolled down, all render at once, so that
  // the scroll position can be restored.
  const isWhole = useDeferredValue(true, (leftAt.get(name) ?? 0) > 0);
  const drawn = isWhole ? rows : rows.slice(0, Math.max(FIRST_DRAWN, focused + 1));
  const goWhereLeft = useEffectEvent(() => {
    if (scroller.current) scroller.current.scrollTop = leftAt.get(name) ?? 0;
  });
  useLayoutEffect(() => goWhereLeft(), []);

  const noteFocus = useStable((id: string) => setLastFocused({ id, index: indexOf(id) }));
  const focusRow = (index: number) => {
    const row = rows[Math.min(Math.max(index, 0), rows.length - 1)];
    if (!row) return;
    noteFocus(row.chat.id);
    const element = () => document.getElementById(rowId(row.chat.id));
    element()?.scrollIntoView({ block: 'nearest' });
    focusSoon(element);
  };
  const goToFirst = useEffectEvent(() => focusRow(0));
  useEffect(() => {
    if (!goesToFirst) return;
    goToFirst();
    onThere();
  }, [goesToFirst, onThere]);
  const isInList = () => scroller.current?.contains(document.activeElement) ?? false;
  const step = (by: number) => focusRow(isInList() || indexOf(chatId) >= 0 ? focused + by : focused);
  const { isOn: isSelecting } = useSelection();
  // Stable callbacks: a row renders again only when its own data changes.
  const toggle = useStable((chat: Chat) => {
    if (selection.toggle(scopeOf(key), chat)) return;
    toastMessage(t('selection.full', { count: MAX_SELECTED }), 'red');
  });
  const open = useStable(({ id }: Chat, inNewTab: boolean) => {
    if (!inNewTab) return go({ chatId: id });
    window.open(pathOf({ ...key, chatId: id, entry: null }), '_blank', 'noopener');
  });
  /** Selects the focused row and the neighbour at distance `by`, and moves the focus to the neighbour. */
  const extend = (by: number) => {
    const { chats } = selection.get();
    for (const row of [rows[focused], rows[focused + by]])
      if (row && !chats.some(({ id }) => id === row.chat.id)) toggle(row.chat);
    focusRow(focused + by);
  };
  const keepFocus = useKeptFocus(chatId, () => document.getElementById(rowId(rows[focused]?.chat.id ?? '')));
  useCommands({
    next: () => step(1),
    previous: () => step(-1),
    select: () => rows[focused] && toggle(rows[focused].chat),
  });

  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, () => void> = {
      ArrowDown: () => (event.shiftKey ? extend(1) : focusRow(focused + 1)),
      ArrowUp: () => (event.shiftKey ? extend(-1) : focusRow(focused - 1)),
      Home: () => focusRow(0),
      End: () => focusRow(rows.length - 1),
      Enter: () => go({ chatId: rows[focused]?.chat.id ?? null }),
      ' ': () => go({ chatId: rows[focused]?.chat.id ?? null }),
    };
    const move = event.metaKey || event.ctrlKey || event.altKey ? undefined : moves[event.key];
    if (!move) return;
    event.preventDefault();
    move();
  };

  return (
    <div
      className={classes.rows}
      onPointerEnter={(event) => event.pointerType === 'mouse' && hold('pointer', true)}
      onPointerLeave={() => hold('pointer', false)}
    >
      <Waiting
        count={waiting}
        onShow={() => {
          release();
          scroller.current?.scrollTo({ top: 0 });
        }}
      />
      {rows.length === 0 && page.page === 1 ? (
        <Suspense>
          <EmptyList />
        </Suspense>
      ) : (
        <div
          ref={scroller}
          className={classes.scroller}
          role="listbox"
          aria-label={t('list.label', { list: label })}
          aria-multiselectable={isSelecting || undefined}
          onKeyDown={onKeyDown}
          {...keepFocus}
          onScroll={(event) => {
            leftAt.set(name, event.currentTarget.scrollTop);
            hold('scroll', event.currentTarget.scrollTop > 0);
          }}
        >
          <div className={classes.canvas} role="presentation" style={{ height: rows.length * height }}>
            {drawn.map((row, index) => (
              <ConversationRow
                key={row.chat.id}
                id={rowId(row.chat.id)}
                chat={row.chat}
                list={key.list}
                sortBy={key.sortBy}
                isDimmed={row.isDimmed}
                isOpen={row.chat.id === chatId}
                isFocusable={index === focused}
                isCompact={density === 'compact'}
                place={index + 1}
                places={rows.length}
                height={height}
                top={index * height}
                onFocus={noteFocus}
                onToggle={toggle}
                onOpen={open}
              />
            ))}
          </div>
        </div>
      )}
    </div>
  );
}

const rowId = (chatId: string) => `row-${chatId}`;

/**
 * Keeps the focus in the list when the element that had it (a row or the open conversation) disappears: the row in
 * its place gets the focus, so that keys keep working.
 */
function useKeptFocus(chatId: string | null, row: () => HTMLElement | null) {
  const isInList = useRef(false);
  const openChat = useRef(chatId);
  useEffect(() => {
    const hasClosed = openChat.current !== null && chatId === null;
    openChat.current = chatId;
    if (isFocusLost() && (isInList.current || hasClosed)) row()?.focus({ preventScroll: true });
  });
  return { onFocus: () => void (isInList.current = true), onBlur: () => void (isInList.current = false) };
}

/**
 * The rows to show, with event handlers that keep rows in their places while the pointer is over the list or the list
 * is scrolled.
 */
function useShownRows(fresh: Chat[], chatId: string | null) {
  const [held, setHeld] = useState({ pointer: false, scroll: false });
  const [shown, setShown] = useState<ShownRows | null>(null);
  const { chat: openChat, error } = useChat(chatId ?? '', { enabled: false });
  const goneId = codeOf(error) === 'not_found' ? chatId : null;

  const isHeld = held.pointer || held.scroll;
  const next = arrangeRows(shown, fresh, { isHeld, openChat, goneId });
  if (next !== shown) setShown(next);

  return {
    shown: next,
    hold: (by: 'pointer' | 'scroll', isOn: boolean) =>
      setHeld((before) => (before[by] === isOn ? before : { ...before, [by]: isOn })),
    release: () => setShown(arrangeRows(shown, fresh, { isHeld: false, openChat, goneId })),
  };
}

function Waiting({ count, onShow }: { count: number; onShow: () => void }) {
  const { t } = useTranslation();
  return (
    <Transition mounted={count > 0} transition="fade" duration={120}>
      {(style) => (
        <UnstyledButton className={classes.waiting} style={style} onClick={onShow}>
          <IconArrowUp size={14} aria-hidden />
          {t('list.newAbove', { count })}
        </UnstyledButton>
      )}
    </Transition>
  );
}
