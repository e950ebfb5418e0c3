import { useState } from 'react';
import { ActionIcon, Button, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy, IconRefresh, IconTrash } from '@tabler/icons-react';
import type { ChatEntry } from '@parley/contracts/api/conversations';
import { useCell } from '../../lib/cell';
import { useTranslation } from '../../lib/translation';
import { errorText } from '../../lib/i18n';
import { useMe } from '../../lib/me';
import { isOptimistic, repeatOf } from '../composer/outbox';
import { useOpenConversation } from '../conversation';
import { mailReason } from './mail-reason';
import { useThreadEntries } from './thread-context';
import classes from './wrong.module.css';

/** Explains why a message or a note was not sent, and offers ways to solve it. */
export function Wrong({ entry }: { entry: ChatEntry }) {
  const { t } = useTranslation();
  const { entries } = useThreadEntries();
  const { store, kind } = useOpenConversation();
  const inTheWay = kind.useObstacle(entry);
  const repeat = repeatOf(entry, entries, useCell(store.outbox.messages));
  // Obstacles concern replies only: a note can always be added.
  const isReply = entry.direction === 'out';
  const obstacle = isReply && !repeat ? inTheWay : null;
  const reason =
    isOptimistic(entry) && entry.outgoing.code
      ? // If there is an obstacle now, it explains more than the code of the past failure.
        !obstacle && errorText(entry.outgoing.code)
      : entry.status === 'unknown'
        ? t('thread.unknownOutcome')
        : t(`reason.${reasonShown(entry)}`);
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
        {obstacle && <> {obstacle.reason}</>}
      </span>
      {repeat === 'sent' && <span className={classes.detail}>{t('thread.sentAgain')}</span>}
      {obstacle?.remedy()}
      {!repeat && !obstacle && <Retry entry={entry} />}
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
        <ActionIcon
          data-tip={t('thread.discard')}
          size="sm"
          aria-label={t('thread.discard')}
          onClick={() => store.discard(entry)}
        >
          <IconTrash size={13} />
        </ActionIcon>
      )}
    </div>
  );
}

function reasonShown({ type, statusReason }: ChatEntry) {
  return type === 'email' ? mailReason(statusReason) : (statusReason ?? 'delivery_failure');
}

/** Button to send again: immediately if the message was certainly not sent, otherwise after a confirmation. */
function Retry({ entry }: { entry: ChatEntry }) {
  const { t } = useTranslation();
  const { conversation, store } = useOpenConversation();
  const { id: userId } = useMe().user;
  const [isAsking, setAsking] = useState(false);
  const isAnswered = isOptimistic(entry) && entry.outgoing.code === 'replied_meanwhile';
  const again = () => {
    setAsking(false);
    store.sendAgain(entry, { userId, name: conversation.name });
  };
  if (isAsking) {
    return (
      <>
        <span className={classes.reason} role="alert">
          {t('thread.mayDouble', { name: conversation.name })}
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
