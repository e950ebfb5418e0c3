import { Combobox } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Chat } from '@parley/contracts/api/conversations';
import { PersonAvatar } from '@parley/ui/person-avatar';
import { teamsQuery, usersQuery } from '../../../lib/directory';
import { useTranslation } from '../../../lib/translation';
import { useAssign } from '../api/commands';
import { useAsides } from '../asides';
import { runCommand } from '../../../conversation/keyboard/use-commands';
import { useSearchMenu } from '../../../conversation/keyboard/use-search-menu';
import { useViewer } from '../viewer';
import classes from './assign-menu.module.css';
import { AssigneeButton } from './assignee-button';
import { findAssignees, isCurrent, toAssignee } from './assignees';

/** Value of the option that explains the present assignment instead of assigning. */
const WHY = 'why';

interface AssignComboboxProps {
  chat: Chat;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** Menu that assigns a conversation to a user or a team. */
export default function AssignCombobox({ chat, isOpen, onOpenChange }: AssignComboboxProps) {
  const { t } = useTranslation();
  const assign = useAssign();
  const label = t('assign.search');
  const { combobox, search, menu, field } = useSearchMenu({ isOpen, onOpenChange, label });
  const submit = (value: string) => {
    if (value === WHY) runCommand('whyAssigned');
    else if (!isCurrent(value, chat)) assign.mutate({ chat, to: toAssignee(value, chat) });
    combobox.closeDropdown();
  };
  return (
    <Combobox {...menu} onOptionSubmit={submit} width={260}>
      <Combobox.Target targetType="button">
        <AssigneeButton chat={chat} onClick={() => combobox.toggleDropdown()} />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search {...field} />
        <Options chat={chat} search={search} />
      </Combobox.Dropdown>
    </Combobox>
  );
}

function Options({ chat, search }: { chat: Chat; search: string }) {
  const { t, language } = useTranslation();
  const { userId } = useViewer();
  const why = useAsides().find(({ command }) => command === 'whyAssigned');
  // The server does not push users' availability, so it is polled while the menu is open.
  const { data: everybody = [] } = useQuery({
    ...usersQuery,
    refetchOnMount: 'always',
    refetchInterval: 5_000,
  });
  const users = everybody.filter(({ active }) => active);
  const { data: teams = [] } = useQuery(teamsQuery);
  const isMine = chat.assignedUserId === userId;
  const words = { me: t(isMine ? 'assign.me' : 'assign.toMe'), unassign: t('assign.unassign') };
  const found = findAssignees({ chat, userId, users, teams, search, words });
  return (
    <>
      <Combobox.Options mah={320} style={{ overflowY: 'auto' }} aria-label={t('assign.label')}>
        {found.me && (
          <Option chat={chat} value={`user/${userId}`}>
            {words.me}
          </Option>
        )}
        {found.unassign && (
          <Option chat={chat} value="nobody">
            {words.unassign}
          </Option>
        )}
        {found.users.length > 0 && (
          <Combobox.Group label={t('assign.users')}>
            {found.users.map((user) => (
              <Option key={user.id} chat={chat} value={`user/${user.id}`}>
                <PersonAvatar name={user.displayName} size={20} presence={user.status} />
                <span className={classes.name}>{user.displayName}</span>
                <span className={classes.presence}>{t(`presence.${user.status}`)}</span>
              </Option>
            ))}
          </Combobox.Group>
        )}
        {found.teams.length > 0 && (
          <Combobox.Group label={t('assign.teams')}>
            {found.teams.map((team) => (
              <Option key={team.id} chat={chat} value={`team/${team.id}`}>
                <span className={classes.dot} style={{ background: team.colour }} />
                {team.name}
              </Option>
            ))}
          </Combobox.Group>
        )}
        {why && search === '' && (chat.assignedUserId ?? chat.assignedTeamId) && (
          <Combobox.Option value={WHY} className={classes.why}>
            <why.icon size={16} />
            {why.name[language]}
          </Combobox.Option>
        )}
      </Combobox.Options>
      {found.isEmpty && <Combobox.Empty role="status">{t('assign.nothing')}</Combobox.Empty>}
    </>
  );
}

function Option({ chat, value, children }: { chat: Chat; value: string; children: React.ReactNode }) {
  const isChosen = isCurrent(value, chat);
  return (
    <Combobox.Option value={value} active={isChosen} aria-checked={isChosen} className={classes.option}>
      <span className={classes.who}>{children}</span>
      {isChosen && <IconCheck size={16} className={classes.tick} aria-hidden />}
    </Combobox.Option>
  );
}
