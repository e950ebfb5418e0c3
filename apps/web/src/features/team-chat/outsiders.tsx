import { useState } from 'react';
import { Button } from '@mantine/core';
import type { TeamChat } from '@parley/contracts/api/team-chats';
import { useCell } from '../../lib/cell';
import { useUsersById } from '../../lib/directory';
import { toastFailure } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { changeChat, presentIn } from './api';
import { mentionedIn } from './mentions';
import { team } from './team';
import classes from './team-chat.module.css';

/** Active users who do not participate in the chat. */
export function useOutsiders(chat: TeamChat) {
  const users = useUsersById();
  const present = new Set(presentIn(chat).map(({ userId }) => userId));
  return [...users.values()].filter(({ id, active }) => active && !present.has(id));
}

/** Offers to add a colleague to the chat whom the draft mentions and who does not participate. */
export function OutsiderNotice({ chat }: { chat: TeamChat }) {
  const { t } = useTranslation();
  const text = useCell(team.of(chat.id).drafts.reply.text);
  const outsiders = useOutsiders(chat);
  const [isPending, setPending] = useState(false);
  if (chat.isArchived || !text.includes('@')) return null;
  const named = mentionedIn(
    text,
    outsiders.map(({ id, displayName }) => ({ userId: id, name: displayName })),
  );
  const first = outsiders.find(({ id }) => id === named[0]);
  if (!first) return null;
  const add = async () => {
    setPending(true);
    await changeChat(chat.id, { add: [first.id] }).catch(toastFailure);
    setPending(false);
  };
  return (
    <div className={classes.outsider} role="status">
      <span>
        {t('teamChat.outsider', { name: first.displayName })} {t('teamChat.addHint')}
      </span>
      <Button variant="light" size="compact-xs" loading={isPending} onClick={() => void add()}>
        {t('teamChat.addPerson', { name: first.displayName })}
      </Button>
    </div>
  );
}
