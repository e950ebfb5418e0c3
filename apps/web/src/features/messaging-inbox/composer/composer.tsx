import { memo, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { SegmentedControl } from '@mantine/core';
import type { Chat } from '@parley/contracts/api/conversations';
import type { DraftKind } from '@parley/contracts/api/drafts';
import { useTranslation } from '../../../lib/translation';
import { useAwaitKeys, useCommands } from '../keyboard/use-commands';
import type { ThreadActions } from '../thread/use-thread-actions';
import { Closed } from './closed';
import classes from './composer.module.css';
import { Countdown } from './countdown';
import { Editor } from './editor';
import { modes, useMode } from './mode';
import { NoteEditor } from './note-editor';
import { useAvailability } from './use-availability';
import { useOpenDrafts } from './use-drafts';

/** Where one answers, or the reason why one cannot just now; and where one leaves notes for colleagues. */
export const Composer = memo(function Composer({
  chat,
  archive,
}: {
  chat: Chat;
  archive: ThreadActions['archive'];
}) {
  const { t } = useTranslation();
  const mode = useMode(chat.id);
  useOpenDrafts(chat.id, mode);
  const dock = useRef<HTMLDivElement>(null);
  const { able, channel, isPending } = useAvailability(chat);
  const write = (to: DraftKind) => {
    flushSync(() => modes.set(chat.id, to));
    goOnWriting(dock.current);
  };
  // What comes from elsewhere, or goes out, turns nobody's answer into a note, or a note into an answer.
  const stay = () => modes.set(chat.id, mode);
  useAwaitKeys(isPending);
  useCommands(channel ? { reply: () => write('reply'), note: () => write('note') } : {});
  const state = able?.state;
  /** The conversation in which something was chosen so that one may write. */
  const opening = useRef<string | null>(null);
  useEffect(() => {
    if (state === 'open' && opening.current === chat.id) goOnWriting(dock.current);
    // Where it led to something else, what opens it later is no answer to that choice.
    opening.current = null;
  }, [state, chat.id]);
  if (!able || !channel) return <div className={classes.dock} style={{ minHeight: 120 }} />;

  return (
    <div ref={dock} className={classes.dock} onFocus={stay} onPointerDown={stay}>
      <div className={classes.mode}>
        <SegmentedControl
          size="xs"
          aria-label={t('composer.mode')}
          value={mode}
          onChange={(value) => modes.set(chat.id, value)}
          data={[
            { value: 'reply', label: t('composer.reply') },
            { value: 'note', label: t('composer.note') },
          ]}
        />
        {mode === 'reply' && able.state === 'open' && <Countdown window={able.window} />}
      </div>
      {mode === 'note' ? (
        <NoteEditor chat={chat} />
      ) : able.state === 'open' ? (
        <Editor chat={chat} channel={channel} archive={archive} />
      ) : (
        <Closed chat={chat} able={able} onOpening={() => (opening.current = chat.id)} />
      )}
    </div>
  );
});

function goOnWriting(dock: HTMLElement | null): void {
  const field = dock?.querySelector('textarea');
  field?.focus();
  // What was begun goes on at its end, unless one has been elsewhere in it.
  if (field?.selectionEnd === 0) field.setSelectionRange(field.value.length, field.value.length);
}
