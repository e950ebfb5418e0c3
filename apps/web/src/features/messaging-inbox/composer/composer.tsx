import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Chat } from '@parley/contracts/api/conversations';
import { useNow } from '../../../lib/clock';
import { channelsQuery } from '../../../lib/directory';
import { useKeyed } from '../../../lib/keyed-store';
import { useCommands } from '../keyboard/use-commands';
import type { ThreadActions } from '../thread/use-thread-actions';
import { useViewer } from '../viewer';
import { availability } from './availability';
import { Closed } from './closed';
import classes from './composer.module.css';
import { Countdown } from './countdown';
import { Editor } from './editor';
import { modes, type Mode } from './mode';
import { NoteEditor } from './note-editor';

/** Where one answers, or the reason why one cannot just now; and where one leaves notes for colleagues. */
export function Composer({ chat, ...actions }: { chat: Chat } & ThreadActions) {
  const { t } = useTranslation();
  const { userId } = useViewer();
  const now = useNow();
  const mode = useKeyed(modes, chat.id);
  const dock = useRef<HTMLDivElement>(null);
  const { data: channels } = useQuery(channelsQuery);
  const channel = channels?.find(({ id }) => id === chat.channelId);
  const write = (to: Mode) => {
    flushSync(() => modes.set(chat.id, to));
    dock.current?.querySelector('textarea')?.focus();
  };
  useCommands({ reply: () => write('reply'), note: () => write('note') });
  if (!channel) return <div className={classes.dock} style={{ minHeight: 120 }} />;

  const able = availability(chat, channel, userId, now);
  return (
    <div ref={dock} className={classes.dock}>
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
        <Editor chat={chat} channel={channel} archive={actions.archive} />
      ) : (
        <Closed chat={chat} able={able} {...actions} />
      )}
    </div>
  );
}
