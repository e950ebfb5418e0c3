import { useState } from 'react';
import { Button, Combobox, Tooltip, useCombobox } from '@mantine/core';
import { IconChevronDown, IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Chat } from '@parley/contracts/api/conversations';
import { PersonAvatar } from '@parley/ui/person-avatar';
import { teamsQuery, useTeamsById, usersQuery, useUsersById } from '../../../lib/directory';
import { useAssign, type Assignee } from '../api/commands';
import { useCommands } from '../keyboard/use-commands';
import { useViewer } from '../viewer';
import classes from './assign-menu.module.css';

/** Who has the conversation, and the way to give it to somebody else. */
export function AssignMenu({ chat }: { chat: Chat }) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const assign = useAssign();
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      combobox.focusTarget();
      setSearch('');
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  });
  useCommands({ assign: () => combobox.openDropdown() });

  const submit = (value: string) => {
    assign.mutate({ chat, to: toAssignee(value, chat) });
    combobox.closeDropdown();
  };
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={submit}
      width={260}
      position="bottom-end"
      shadow="md"
      radius={8}
    >
      <Combobox.Target targetType="button">
        <Tooltip label={`${t('assign.label')} · A`} disabled={combobox.dropdownOpened}>
          <AssigneeButton chat={chat} onClick={() => combobox.toggleDropdown()} />
        </Tooltip>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value);
            combobox.selectFirstOption();
          }}
          placeholder={t('assign.search')}
          aria-label={t('assign.search')}
        />
        <Combobox.Options mah={320} style={{ overflowY: 'auto' }}>
          <Options chat={chat} search={search} />
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

type ButtonProps = { chat: Chat } & React.ComponentProps<'button'>;

function AssigneeButton({ chat, ...others }: ButtonProps) {
  const { t } = useTranslation();
  const { userId } = useViewer();
  const user = useUsersById().get(chat.assignedUserId ?? '');
  const team = useTeamsById().get(chat.assignedTeamId ?? '');
  const name = chat.assignedUserId === userId ? t('assign.me') : (user?.displayName ?? team?.name);
  return (
    <Button
      variant="default"
      size="compact-sm"
      className={classes.button}
      leftSection={user ? <PersonAvatar name={user.displayName} size={18} /> : <IconUserPlus size={15} />}
      rightSection={<IconChevronDown size={13} />}
      aria-label={name ? t('assign.current', { name }) : t('assign.action')}
      {...others}
    >
      {name ?? t('assign.action')}
    </Button>
  );
}

function Options({ chat, search }: { chat: Chat; search: string }) {
  const { t } = useTranslation();
  const { userId } = useViewer();
  const { data: users = [] } = useQuery(usersQuery);
  const { data: teams = [] } = useQuery(teamsQuery);
  const matches = (name: string) => name.toLowerCase().includes(search.trim().toLowerCase());
  const isAssigned = chat.assignedUserId !== null || chat.assignedTeamId !== null;

  const me = chat.assignedUserId !== userId && matches(t('assign.toMe'));
  const others = users.filter(
    (user) => user.id !== userId && user.id !== chat.assignedUserId && matches(user.displayName),
  );
  const otherTeams = teams.filter((team) => team.id !== chat.assignedTeamId && matches(team.name));
  const canUnassign = isAssigned && matches(t('assign.unassign'));
  if (!me && !canUnassign && others.length + otherTeams.length === 0) {
    return <Combobox.Empty>{t('assign.nothing')}</Combobox.Empty>;
  }
  return (
    <>
      {me && <Combobox.Option value={`user/${userId}`}>{t('assign.toMe')}</Combobox.Option>}
      {canUnassign && <Combobox.Option value="nobody">{t('assign.unassign')}</Combobox.Option>}
      {others.length > 0 && (
        <Combobox.Group label={t('assign.users')}>
          {others.map((user) => (
            <Combobox.Option key={user.id} value={`user/${user.id}`} className={classes.option}>
              <PersonAvatar name={user.displayName} size={20} />
              {user.displayName}
            </Combobox.Option>
          ))}
        </Combobox.Group>
      )}
      {otherTeams.length > 0 && (
        <Combobox.Group label={t('assign.teams')}>
          {otherTeams.map((team) => (
            <Combobox.Option key={team.id} value={`team/${team.id}`} className={classes.option}>
              <span className={classes.dot} style={{ background: team.colour }} />
              {team.name}
            </Combobox.Option>
          ))}
        </Combobox.Group>
      )}
    </>
  );
}

/** A person takes a conversation within its team; a team takes it from whoever had it. */
function toAssignee(value: string, chat: Chat): Assignee {
  const [kind, id = null] = value.split('/');
  if (kind === 'user') return { userId: id, teamId: chat.assignedTeamId };
  if (kind === 'team') return { userId: null, teamId: id };
  return { userId: null, teamId: null };
}
