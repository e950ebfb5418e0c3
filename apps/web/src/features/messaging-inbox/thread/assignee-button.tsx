import { Button } from '@mantine/core';
import { IconChevronDown, IconUserPlus } from '@tabler/icons-react';
import type { Chat } from '@parley/contracts/api/conversations';
import { PersonAvatar } from '@parley/ui/person-avatar';
import { useTeamsById, useUsersById } from '../../../lib/directory';
import { useTranslation } from '../../../lib/translation';
import { useViewer } from '../viewer';
import classes from './assign-menu.module.css';

type ButtonProps = { chat: Chat } & React.ComponentProps<'button'>;

export function AssigneeButton({ chat, ...others }: ButtonProps) {
  const { t } = useTranslation();
  const { userId } = useViewer();
  const user = useUsersById().get(chat.assignedUserId ?? '');
  const team = useTeamsById().get(chat.assignedTeamId ?? '');
  const isMine = chat.assignedUserId === userId;
  const name = isMine ? t('assign.me') : (user?.displayName ?? team?.name);
  const label = name ? t('assign.current', { name }) : t('assign.action');
  const title = user && !isMine ? `${label} · ${t(`presence.${user.status}`)}` : label;
  return (
    <Button
      variant="default"
      size="compact-sm"
      className={classes.button}
      data-collapses
      data-tour="assign"
      leftSection={
        user ? (
          <PersonAvatar name={user.displayName} size={18} presence={isMine ? undefined : user.status} />
        ) : (
          <IconUserPlus size={15} />
        )
      }
      title={title}
      rightSection={<IconChevronDown size={13} />}
      aria-label={label}
      {...others}
    >
      {name ?? t('assign.action')}
    </Button>
  );
}
