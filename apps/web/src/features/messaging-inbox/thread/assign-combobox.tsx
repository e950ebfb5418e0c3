import { useState } from 'react';
import { Combobox, useCombobox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Chat } from '@parley/contracts/api/conversations';
import { PersonAvatar } from '@parley/ui/person-avatar';
import { teamsQuery, usersQuery } from '../../../lib/directory';
import { useAssign, type Assignee } from '../api/commands';
import { useViewer } from '../viewer';
import classes from './assign-menu.module.css';
import { AssigneeButton } from './assignee-button';

interface AssignComboboxProps {
  chat: Chat;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
}

/** People and teams to give the conversation to. */
export default function AssignCombobox({ chat, isOpen, onToggle }: AssignComboboxProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const assign = useAssign();
  const combobox = useCombobox({
    opened: isOpen,
    onOpenedChange: onToggle,
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      combobox.focusTarget();
      setSearch('');
    },
  });
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
        <AssigneeButton chat={chat} onClick={() => combobox.toggleDropdown()} />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          autoFocus
          classNames={{ input: classes.search }}
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value);
            combobox.selectFirstOption();
          }}
          placeholder={t('assign.search')}
          aria-label={t('assign.search')}
        />
        <Combobox.Options mah={320} style={{ overflowY: 'auto' }} aria-label={t('assign.label')}>
          <Options chat={chat} search={search} />
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
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
