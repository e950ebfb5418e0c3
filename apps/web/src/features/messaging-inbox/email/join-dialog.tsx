import { Button, Loader, Stack, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Chat } from '@parley/contracts/api/conversations';
import { Dialog } from '@parley/ui/dialog';
import { undoable } from '../../../conversation/composer/undoable';
import { useFormats } from '../../../lib/format';
import { useTranslation } from '../../../lib/translation';
import { useGo } from '../address';
import { othersQuery } from '../api/contact';
import { useJoinChats, usePartChats } from '../api/move-mail';
import { usePreview } from '../list/use-preview';
import classes from './join-dialog.module.css';

/**
 * Dialog that asks into which of the contact's other conversations in the same mailbox to merge this conversation.
 */
export default function JoinDialog({ chat, onClose }: { chat: Chat; onClose: () => void }) {
  const { t } = useTranslation();
  const go = useGo();
  const join = useJoinChats();
  const part = usePartChats();
  const { data, isError, refetch } = useQuery(othersQuery(chat.id));
  const others = data?.filter(
    ({ channelId, contactId, lastEntry }) =>
      channelId === chat.channelId && contactId === chat.contactId && lastEntry !== null,
  );
  const choose = (into: string) => {
    const done = join.mutateAsync({ chatId: chat.id, into }).then(() => go({ chatId: into }));
    onClose();
    void undoable(done, t('email.joined'), () => {
      part.mutate(chat.id);
      go({ chatId: chat.id });
    });
  };
  return (
    <Dialog opened onClose={onClose} title={t('email.join')}>
      <Text size="sm" c="dimmed">
        {t(others?.length === 0 ? 'email.noOthers' : 'email.joinInto')}
      </Text>
      {isError ? (
        <Button variant="default" size="compact-sm" mt="sm" onClick={() => void refetch()}>
          {t('common.retry')}
        </Button>
      ) : others === undefined ? (
        <Loader size="xs" color="gray" mt="sm" />
      ) : (
        <Stack gap={4} mt="sm">
          {others.map((other) => (
            <Other key={other.id} chat={other} onChoose={() => choose(other.id)} />
          ))}
        </Stack>
      )}
    </Dialog>
  );
}

function Other({ chat, onChoose }: { chat: Chat; onChoose: () => void }) {
  const { t } = useTranslation();
  const { shortDay, full } = useFormats();
  const preview = usePreview(chat.lastEntry);
  return (
    <UnstyledButton className={classes.other} onClick={onChoose}>
      <span className={classes.head}>
        <strong className={classes.subject}>{chat.subject || t('email.noSubject')}</strong>
        <time dateTime={chat.lastEntryTime} title={full(chat.lastEntryTime)}>
          {shortDay(chat.lastEntryTime)}
        </time>
      </span>
      <span className={classes.preview}>
        {chat.status === 'closed' && `${t('panel.archived')} · `}
        {preview}
      </span>
    </UnstyledButton>
  );
}
