import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { ChatActions, ChatView } from '../chat';
import type { Language, Say } from '../words';
import { Composer } from './composer';
import { Entry, OutgoingEntry } from './entry';
import { Icon } from './icons';
import { IntroductionCard } from './introduction-card';
import css from './panel.css?inline';

export { css };

interface PanelProps {
  view: ChatView;
  actions: ChatActions;
  language: Language;
  say: Say;
  /** Whether the panel takes the focus when it opens; false in the settings' preview. */
  isFocused: boolean;
}

export function Panel({ view, actions, language, say, isFocused }: PanelProps) {
  const { info, entries, outbox, asks, isTyping, isCut, isMuted, hasMore, isLoading, hasFailed } = view;
  // Buttons with the choices that the newest entry offers; hidden once the visitor sends a message.
  const choices = outbox.length === 0 ? (entries.at(-1)?.choices ?? []) : [];
  const closedUntil = info.opensAt
    ? say('closedUntil', { time: opening(info.opensAt, info.timeZone, language) })
    : '';
  const greeting = info.isOpen
    ? (info.greeting ?? say('greeting'))
    : [info.closedText ?? say('closed'), closedUntil].filter(Boolean).join(' ');
  return (
    <section
      class="panel"
      role="dialog"
      aria-label={info.title}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        actions.close();
      }}
    >
      <header>
        <h2>{info.title}</h2>
        <button
          type="button"
          class="tool"
          aria-label={say(isMuted ? 'unmute' : 'mute')}
          onClick={() => actions.mute(!isMuted)}
        >
          <Icon name={isMuted ? 'silent' : 'sound'} />
        </button>
        <button type="button" class="tool" aria-label={say('close')} onClick={() => actions.close()}>
          <Icon name="close" />
        </button>
      </header>
      {isCut && (
        <p class="cut" role="status">
          {say('reconnecting')}
        </p>
      )}
      <Scroller of={entries.length + outbox.length + asks.length + Number(isTyping)}>
        {hasMore && (
          <button
            type="button"
            class="plain earlier"
            onClick={() => void actions.loadEarlier().catch(() => undefined)}
          >
            {say('earlier')}
          </button>
        )}
        {!hasMore && (
          <p class="greeting" dir="auto">
            {greeting}
          </p>
        )}
        {hasFailed && (
          <p class="wrong" role="alert">
            {say('unavailable')}{' '}
            <button type="button" class="plain" onClick={() => actions.open()}>
              {say('retry')}
            </button>
          </p>
        )}
        <div role="log" aria-live="polite" aria-busy={isLoading}>
          <ol>
            {entries.map((entry, index) => (
              <Entry
                key={entry.id}
                entry={entry}
                isContinued={isContinued(entries[index - 1], entry)}
                language={language}
                say={say}
                onExpired={() => void actions.refresh().catch(() => undefined)}
              />
            ))}
            {outbox.map((message) => (
              <OutgoingEntry
                key={message.key}
                message={message}
                say={say}
                onRetry={() => actions.retry(message.key)}
              />
            ))}
          </ol>
        </div>
        {choices.length > 0 && (
          <div class="choices" role="group" aria-label={entries.at(-1)?.text ?? ''}>
            {choices.map((choice) => (
              <button key={choice} type="button" class="choice" onClick={() => actions.send(choice, [])}>
                {choice}
              </button>
            ))}
          </div>
        )}
        {asks.length > 0 && (
          <IntroductionCard
            fields={asks}
            title={say(info.isOpen ? 'introduce' : 'leaveDetails')}
            maySkip={info.isOpen}
            say={say}
            onSave={(introduction) => actions.introduce(introduction)}
            onSkip={() => actions.skipIntroduction()}
          />
        )}
        <p class="typing" role="status">
          {isTyping ? say('typing') : ''}
        </p>
      </Scroller>
      <Composer info={info} actions={actions} say={say} isFocused={isFocused} />
    </section>
  );
}

/** Scrolls new entries into view if it was scrolled to the end. */
function Scroller({ of: length, children }: { of: number; children: preact.ComponentChildren }) {
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  useLayoutEffect(() => {
    const element = box.current;
    if (element && isAtEnd.current) element.scrollTop = element.scrollHeight;
  }, [length]);
  useEffect(() => {
    const element = box.current;
    if (!element || !('ResizeObserver' in window)) return undefined;
    const observer = new ResizeObserver(() => {
      if (isAtEnd.current) element.scrollTop = element.scrollHeight;
    });
    for (const child of [element, ...element.children]) observer.observe(child);
    return () => observer.disconnect();
  }, []);
  return (
    <div
      class="scroller"
      ref={box}
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < 40;
      }}
    >
      {children}
    </div>
  );
}

type Written = ChatView['entries'][number];

const TOGETHER_MS = 5 * 60_000;

function isContinued(before: Written | undefined, entry: Written): boolean {
  return (
    before !== undefined &&
    before.by === entry.by &&
    before.author === entry.author &&
    Date.parse(entry.time) - Date.parse(before.time) < TOGETHER_MS
  );
}

/** Formats an opening time in the organisation's time zone: "Monday 09:00", or with the date if it is later. */
function opening(opensAt: string, timeZone: string | null, language: Language): string {
  const at = new Date(opensAt);
  const isSoon = at.getTime() - Date.now() < 6 * 24 * 3600_000;
  const day = isSoon ? ({ weekday: 'long' } as const) : ({ day: 'numeric', month: 'long' } as const);
  const format = {
    ...day,
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
    timeZone: timeZone ?? undefined,
  } as const;
  return new Intl.DateTimeFormat(language, format).format(at);
}
