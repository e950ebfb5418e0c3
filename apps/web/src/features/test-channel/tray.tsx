import { useState } from 'react';
import { Button, NativeSelect } from '@mantine/core';
import type { ChatEntry } from '@parley/contracts/api/conversations';
import { testExternalId, type TestChannelEvent, type TestPerson } from '@parley/contracts/api/test-channel';
import { statusReasons, type StatusReason } from '@parley/contracts/events/message-content';
import { useTranslation } from '../../lib/translation';
import { useEntryText } from './entry-text';
import type { Written } from './phone-api';
import classes from './test-channel.module.css';

interface TrayProps {
  from: TestPerson;
  /** The agent's message to which the statuses apply; null if none is selected. */
  entry: ChatEntry | null;
  lastWritten: Written | null;
  onPlay: (event: TestChannelEvent) => void;
}

const emojis = ['👍', '❤️', '😂'];

/**
 * Buttons for events that a provider can send: statuses of the agent's message, and the contact's edits, reactions
 * and deletions.
 */
export function Tray({ from, entry, lastWritten, onPlay }: TrayProps) {
  const { t } = useTranslation();
  const entryText = useEntryText(entry);
  const [reason, setReason] = useState<StatusReason>('unreachable');
  return (
    <section className={classes.setup} aria-label={t('testChannel.tray')}>
      <h2 className={classes.heading}>{t('testChannel.agentsMessage')}</h2>
      {entry ? (
        <>
          <p className={classes.quoted}>{entryText}</p>
          <div className={classes.buttons}>
            {(['sent', 'delivered', 'read'] as const).map((status) => (
              <Button
                key={status}
                variant="default"
                size="compact-sm"
                onClick={() => onPlay({ type: 'status', messageId: entry.id, status })}
              >
                {t(`status.${status}`)}
              </Button>
            ))}
          </div>
          <NativeSelect
            label={t('testChannel.reason')}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value as StatusReason)}
            data={statusReasons.map((value) => ({ value, label: t(`reason.${value}`) }))}
          />
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => onPlay({ type: 'status', messageId: entry.id, status: 'declined', reason })}
          >
            {t('status.declined')}
          </Button>
          <div className={classes.buttons}>
            {emojis.map((emoji) => (
              <Button
                key={emoji}
                variant="default"
                size="compact-sm"
                aria-label={t('testChannel.react', { emoji })}
                onClick={() => onPlay({ type: 'reaction', id: testExternalId(entry.id), from, emoji })}
              >
                {emoji}
              </Button>
            ))}
          </div>
        </>
      ) : (
        <p className={classes.hint}>{t('testChannel.noReply')}</p>
      )}
      <h2 className={classes.heading}>{t('testChannel.ownMessage')}</h2>
      {lastWritten ? (
        <>
          <p className={classes.quoted}>{lastWritten.text}</p>
          <div className={classes.buttons}>
            <Button
              variant="default"
              size="compact-sm"
              onClick={() =>
                onPlay({
                  type: 'edit',
                  id: lastWritten.id,
                  from,
                  text: `${lastWritten.text} (${t('thread.edited')})`,
                })
              }
            >
              {t('testChannel.edit')}
            </Button>
            <Button
              variant="default"
              size="compact-sm"
              onClick={() => onPlay({ type: 'deletion', id: lastWritten.id, from })}
            >
              {t('testChannel.delete')}
            </Button>
            <Button
              variant="default"
              size="compact-sm"
              onClick={() => onPlay({ type: 'reaction', id: lastWritten.id, from, emoji: '👍' })}
            >
              {t('testChannel.react', { emoji: '👍' })}
            </Button>
          </div>
        </>
      ) : (
        <p className={classes.hint}>{t('testChannel.nothingWritten')}</p>
      )}
    </section>
  );
}
