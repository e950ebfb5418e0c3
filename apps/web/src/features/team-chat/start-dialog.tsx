import { useState } from 'react';
import { MultiSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Dialog, DialogButtons } from '@parley/ui/dialog';
import { usersQuery } from '../../lib/directory';
import { newId } from '../../lib/id';
import { useMe } from '../../lib/me';
import { toastFailure } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { startChat } from './api';

/** Active users as options of a select, except for the user and those in `but`. */
export function usePeople(but: readonly string[] = []): { value: string; label: string }[] {
  const { id: userId } = useMe().user;
  const users = useQuery(usersQuery).data ?? [];
  return users
    .filter(({ id, active }) => active && id !== userId && !but.includes(id))
    .map(({ id, displayName }) => ({ value: id, label: displayName }))
    .sort((a, b) => a.label.localeCompare(b.label));
}

/**
 * Dialog that asks for the participants and the first message. If a chat with the same participants exists, that chat
 * opens.
 */
export function StartDialog({
  onStarted,
  onClose,
}: {
  onStarted: (id: string) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const people = usePeople();
  const [userIds, setUserIds] = useState<string[]>([]);
  const [title, setTitle] = useState('');
  const [message, setMessage] = useState('');
  const [tmpId] = useState(() => `${newId()}-0`);
  const [isPending, setPending] = useState(false);
  const start = async () => {
    setPending(true);
    try {
      const first = message.trim() === '' ? {} : { message: message.trim(), tmpId };
      const { id } = await startChat({ userIds, title: title.trim() || null, ...first });
      onStarted(id);
    } catch (error) {
      toastFailure(error);
      setPending(false);
    }
  };
  return (
    <Dialog opened onClose={onClose} title={t('teamChat.new')} size={560}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void start();
        }}
      >
        <Stack gap={12}>
          <MultiSelect
            label={t('teamChat.people')}
            description={t('teamChat.samePeople')}
            data={people}
            value={userIds}
            onChange={setUserIds}
            searchable
            hidePickedOptions
            data-autofocus
            nothingFoundMessage={t('teamChat.noPeople')}
          />
          <TextInput
            label={t('teamChat.chatTitle')}
            maxLength={100}
            value={title}
            onChange={({ currentTarget }) => setTitle(currentTarget.value)}
          />
          <Textarea
            label={t('teamChat.firstMessage')}
            autosize
            minRows={2}
            maxRows={8}
            value={message}
            onChange={({ currentTarget }) => setMessage(currentTarget.value)}
          />
          <DialogButtons
            confirm={t('teamChat.start')}
            onCancel={onClose}
            isPending={isPending}
            isDisabled={userIds.length === 0}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
