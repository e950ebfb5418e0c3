import { memo, Suspense, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { SegmentedControl } from '@mantine/core';
import type { DraftKind } from '@parley/contracts/api/drafts';
import { useCell } from '../../lib/cell';
import { useTranslation } from '../../lib/translation';
import { useOpenConversation } from '../conversation';
import type { ConversationStore } from '../conversation-store';
import { takeLetters } from '../keyboard/held-letters';
import { useAwaitKeys, useCommands } from '../keyboard/use-commands';
import { Closed } from './closed';
import classes from './composer.module.css';
import { Editor } from './editor';
import { NoteEditor } from './note-editor';
import { useOpenDrafts } from './use-drafts';

/** The fields for replies and for notes to colleagues, or the reason why the agent cannot write now. */
export const Composer = memo(function Composer() {
  const { t } = useTranslation();
  const { conversation, store, kind } = useOpenConversation();
  const { id } = conversation;
  const offers = kind.useOffers();
  const obstacle = kind.useObstacle(null);
  const mode = useMode(store, offers?.kinds ?? []);
  useOpenDrafts(store, mode, kind.conversations);
  const dock = useRef<HTMLDivElement>(null);
  const write = (to: DraftKind) => () => {
    const letters = takeLetters();
    flushSync(() => {
      store.mode.set(to);
      if (letters !== '' && !offers?.Editor) store.drafts[to].type(store.drafts[to].text.get() + letters);
    });
    goOnWriting(dock.current);
  };
  // Fixes the mode once the agent uses the composer: a draft that arrives or disappears must not turn a reply into a
  // note.
  const stay = () => store.mode.set(mode);
  const isPending = !offers || obstacle === undefined;
  useAwaitKeys(isPending);
  useCommands({
    reply: offers?.kinds.includes('reply') ? write('reply') : undefined,
    note: offers?.kinds.includes('note') ? write('note') : undefined,
  });
  const Field = offers?.Editor ?? Editor;
  const state = isPending ? undefined : (obstacle?.state ?? 'open');
  /** Id of the conversation in which the agent chose an action that should open the composer, or null. */
  const opening = useRef<string | null>(null);
  useEffect(() => {
    if (state === 'open' && opening.current === id) goOnWriting(dock.current);
    // If the action led elsewhere, the composer must not take the focus when it opens later for another reason.
    opening.current = null;
  }, [state, id]);
  if (isPending) return <div className={classes.dock} style={{ minHeight: 120 }} />;

  return (
    <div ref={dock} className={classes.dock} data-tour="composer" onFocus={stay} onPointerDown={stay}>
      {(offers.kinds.length > 1 || offers.aside) && (
        <div className={classes.mode}>
          {offers.kinds.length > 1 && (
            <SegmentedControl
              size="xs"
              aria-label={t('composer.mode')}
              value={mode}
              onChange={(value) => store.mode.set(value)}
              data={offers.kinds.map((value) => ({ value, label: t(`composer.${value}`) }))}
            />
          )}
          {mode === 'reply' && !obstacle && offers.aside}
        </div>
      )}
      {mode === 'note' ? (
        <NoteEditor naming={offers.naming} />
      ) : obstacle ? (
        <Closed obstacle={obstacle} onOpening={() => (opening.current = id)} />
      ) : (
        <Suspense fallback={<div style={{ minHeight: 120 }} />}>
          <Field offers={offers} />
        </Suspense>
      )}
    </div>
  );
});

/** @returns the mode that the agent chose; before a choice, `note` if only a note has a draft, else `reply` */
function useMode(store: ConversationStore, kinds: readonly DraftKind[]): DraftKind {
  const chosen = useCell(store.mode);
  const reply = useCell(store.drafts.reply.text);
  const note = useCell(store.drafts.note.text);
  const begun = reply.trim() === '' && note.trim() !== '' && kinds.includes('note') ? 'note' : 'reply';
  return chosen ?? begun;
}

function goOnWriting(dock: HTMLElement | null): void {
  const field = dock?.querySelector('textarea');
  if (!field) dock?.querySelector<HTMLElement>('[contenteditable="true"]')?.focus();
  field?.focus();
  // A caret at 0 was never moved by the agent, so it is placed at the end of the draft.
  if (field?.selectionEnd === 0) field.setSelectionRange(field.value.length, field.value.length);
}
