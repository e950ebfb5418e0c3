import { useState } from 'react';
import { Button, CloseButton, MultiSelect, TextInput } from '@mantine/core';
import type { TeamChat } from '@parley/contracts/api/team-chats';
import { ConfirmDialog } from '@parley/ui/dialog';
import { PersonAvatar } from '@parley/ui/person-avatar';
import { useUsersById } from '../../lib/directory';
import { useMe } from '../../lib/me';
import { toastFailure, toastMessage } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { changeChat, presentIn, useArchive } from './api';
import { usePeople } from './start-dialog';
import classes from './team-chat.module.css';

export function People({ chat, onClose }: { chat: TeamChat; onClose: () => void }) {
  const { t } = useTranslation();
  const users = useUsersById();
  const { id: userId } = useMe().user;
  const present = presentIn(chat);
  const [removing, setRemoving] = useState<string | null>(null);
  const [isAsking, setAsking] = useState<'leave' | 'delete' | null>(null);
  const archive = useArchive();
  const attempt = (work: Promise<unknown>) => void work.catch((error: unknown) => toastFailure(error));
  const nameOf = (id: string) => users.get(id)?.displayName ?? '';
  const leave = (how: 'leave' | 'delete') => {
    setAsking(null);
    archive(chat, how).catch(() => toastMessage(t(`teamChat.failed.${how}`), 'red'));
    return Promise.resolve();
  };
  return (
    <aside className={classes.people} aria-label={t('teamChat.people')}>
      <div className={classes.peopleHead}>
        <h2>{t('teamChat.people')}</h2>
        <CloseButton aria-label={t('common.close')} onClick={onClose} />
      </div>
      {!chat.isArchived && (
        <Title
          key={chat.title}
          title={chat.title}
          onChange={(title) => attempt(changeChat(chat.id, { title }))}
        />
      )}
      <ul className={classes.persons}>
        {present.map((one) => (
          <li key={one.id}>
            <PersonAvatar name={nameOf(one.userId)} size={28} presence={users.get(one.userId)?.status} />
            <span className={classes.personName}>
              {users.get(one.userId)?.active === false
                ? t('teamChat.deactivated', { name: nameOf(one.userId) })
                : nameOf(one.userId)}
            </span>
            {!chat.isArchived && one.userId !== userId && (
              <Button
                variant="subtle"
                color="gray"
                size="compact-sm"
                aria-label={t('teamChat.removePerson', { name: nameOf(one.userId) })}
                onClick={() => setRemoving(one.userId)}
              >
                {t('teamChat.remove')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {!chat.isArchived && (
        <>
          <AddPeople chat={chat} />
          <div className={classes.leaving}>
            <Button variant="default" onClick={() => setAsking('leave')}>
              {t('teamChat.leave')}
            </Button>
            <Button variant="outline" color="red" onClick={() => setAsking('delete')}>
              {t('teamChat.delete')}
            </Button>
          </div>
        </>
      )}
      <ConfirmDialog
        opened={isAsking === 'leave'}
        title={t('teamChat.leaveTitle')}
        confirm={t('teamChat.leave')}
        action={() => leave('leave')}
        onClose={() => setAsking(null)}
      >
        {t('teamChat.leaveAsk')}
      </ConfirmDialog>
      <ConfirmDialog
        opened={isAsking === 'delete'}
        title={t('teamChat.deleteTitle')}
        confirm={t('teamChat.deleteFor', { count: present.length })}
        action={() => leave('delete')}
        onClose={() => setAsking(null)}
      >
        {t('teamChat.deleteAsk')}
      </ConfirmDialog>
      <ConfirmDialog
        opened={removing !== null}
        title={t('teamChat.removeTitle', { name: nameOf(removing ?? '') })}
        confirm={t('teamChat.remove')}
        action={() => changeChat(chat.id, { remove: removing === null ? [] : [removing] })}
        onDone={() => setRemoving(null)}
        onClose={() => setRemoving(null)}
      >
        {t('teamChat.removeAsk')}
      </ConfirmDialog>
    </aside>
  );
}

function Title({ title, onChange }: { title: string | null; onChange: (title: string | null) => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState(title ?? '');
  const keep = () => text.trim() !== (title ?? '') && onChange(text.trim() || null);
  return (
    <TextInput
      label={t('teamChat.chatTitle')}
      maxLength={100}
      value={text}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onBlur={keep}
      onKeyDown={({ key }) => key === 'Enter' && keep()}
    />
  );
}

function AddPeople({ chat }: { chat: TeamChat }) {
  const { t } = useTranslation();
  const people = usePeople(presentIn(chat).map(({ userId }) => userId));
  const [chosen, setChosen] = useState<string[]>([]);
  const [isPending, setPending] = useState(false);
  const add = async () => {
    setPending(true);
    try {
      await changeChat(chat.id, { add: chosen });
      setChosen([]);
    } catch (error) {
      toastFailure(error);
    } finally {
      setPending(false);
    }
  };
  return (
    <div className={classes.add}>
      <MultiSelect
        label={t('teamChat.add')}
        description={t('teamChat.addHint')}
        data={people}
        value={chosen}
        onChange={setChosen}
        searchable
        hidePickedOptions
        nothingFoundMessage={t('teamChat.noPeople')}
      />
      {chosen.length > 0 && (
        <Button size="compact-md" loading={isPending} onClick={() => void add()}>
          {t('teamChat.add')}
        </Button>
      )}
    </div>
  );
}
