import { useState } from 'react';
import { ActionIcon, Button, CopyButton, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy, IconRefresh, IconTrash } from '@tabler/icons-react';
import type { Chat, ChatEntry } from '@parley/contracts/api/conversations';
import { useTranslation } from '../../../lib/translation';
import { errorText } from '../../../lib/i18n';
import { useKeyed } from '../../../lib/keyed-store';
import { obstacleTo } from '../composer/availability';
import { Obstacle, Remedy } from '../composer/obstacle';
import { isOptimistic, repeatOf } from '../composer/outbox';
import { discard, sendAgain } from '../composer/send';
import { outbox } from '../composer/sending';
import { useAvailability } from '../composer/use-availability';
import { useViewer } from '../viewer';
import { useThreadChat, useThreadEntries } from './thread-context';
import classes from './wrong.module.css';

/** Why a message or a note did not get there, and what can be done about it. */
export function Wrong({ entry }: { entry: ChatEntry }) {
  const { t } = useTranslation();
  const { entries } = useThreadEntries();
  const chat = useThreadChat();
  const { able } = useAvailability(chat);
  const repeat = repeatOf(entry, entries, useKeyed(outbox.messages, chat.id));
  // Notes go everywhere.
  const isReply = entry.direction === 'out';
  const obstacle = isReply && !repeat && able ? obstacleTo(entry, able) : null;
  const reason =
    isOptimistic(entry) && entry.outgoing.code
      ? // What is in the way now says more than what was then.
        !obstacle && errorText(entry.outgoing.code)
      : entry.status === 'unknown'
        ? t('thread.unknownOutcome')
        : t(`reason.${entry.statusReason ?? 'delivery_failure'}`);
  return (
    <div
      className={classes.wrong}
      role="group"
      aria-label={t('thread.notSent')}
      data-unknown={entry.status === 'unknown' || undefined}
    >
      <span className={classes.reason}>
        {reason}
        {entry.statusDetail && <span className={classes.detail}> {entry.statusDetail}</span>}
        {obstacle && (
          <>
            {' '}
            <Obstacle chat={chat} able={obstacle} />
          </>
        )}
      </span>
      {repeat === 'sent' && <span className={classes.detail}>{t('thread.sentAgain')}</span>}
      {obstacle && <Remedy chat={chat} able={obstacle} />}
      {!repeat && !obstacle && <Retry entry={entry} chat={chat} />}
      {entry.message && (
        <CopyButton value={entry.message}>
          {({ copied, copy }) => (
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              leftSection={copied ? <IconCheck size={13} /> : <IconCopy size={13} />}
              onClick={copy}
            >
              {t(copied ? 'common.copied' : 'common.copy')}
            </Button>
          )}
        </CopyButton>
      )}
      {isOptimistic(entry) && (
        <Tooltip label={t('thread.discard')}>
          <ActionIcon size="sm" aria-label={t('thread.discard')} onClick={() => discard(entry)}>
            <IconTrash size={13} />
          </ActionIcon>
        </Tooltip>
      )}
    </div>
  );
}

/** Sends it again: at once where it surely was not sent, else only after having asked. */
function Retry({ entry, chat }: { entry: ChatEntry; chat: Chat }) {
  const { t } = useTranslation();
  const { userId } = useViewer();
  const [isAsking, setAsking] = useState(false);
  const isAnswered = isOptimistic(entry) && entry.outgoing.code === 'replied_meanwhile';
  const again = () => {
    setAsking(false);
    sendAgain(entry, chat, userId);
  };
  if (isAsking) {
    return (
      <>
        <span className={classes.reason} role="alert">
          {t('thread.mayDouble', { name: chat.contact.name })}
        </span>
        <Button variant="light" size="compact-sm" onClick={again}>
          {t('thread.sendTwice')}
        </Button>
        <Button variant="subtle" color="gray" size="compact-sm" autoFocus onClick={() => setAsking(false)}>
          {t('common.cancel')}
        </Button>
      </>
    );
  }
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      leftSection={<IconRefresh size={13} />}
      onClick={() => (entry.status === 'unknown' ? setAsking(true) : again())}
    >
      {t(isAnswered ? 'thread.sendAnyway' : 'common.retry')}
    </Button>
  );
}
