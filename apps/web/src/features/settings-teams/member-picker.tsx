import { useState } from 'react';
import { ActionIcon, Group, Input, Select, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { UserResponse } from '@parley/contracts/api/access';
import { PersonAvatar } from '@parley/ui/person-avatar';
import { usersQuery, useUsersById } from '../../lib/directory';
import { useTranslation } from '../../lib/translation';
import classes from './teams.module.css';

interface MemberPickerProps {
  userIds: string[];
  onChange: (userIds: string[]) => void;
}

/**
 * Input for the members of a team: the user finds users by name or e-mail address and adds them, or removes members
 * one by one.
 */
export function MemberPicker({ userIds, onChange }: MemberPickerProps) {
  const { t } = useTranslation();
  const users = useQuery(usersQuery).data ?? [];
  const usersById = useUsersById();
  const [search, setSearch] = useState('');
  const others = users.filter(({ id, state }) => state !== 'deleted' && !userIds.includes(id));
  const members = userIds
    .map((id) => usersById.get(id))
    .filter((user) => user !== undefined)
    .sort((a, b) => a.displayName.localeCompare(b.displayName));

  const add = (id: string | null) => {
    if (id) onChange([...userIds, id]);
    setSearch('');
  };
  return (
    <div>
      <Select
        label={t('teams.members')}
        placeholder={t('teams.addMember')}
        searchable
        value={null}
        searchValue={search}
        onSearchChange={setSearch}
        onChange={add}
        data={others.map(({ id, displayName, email }) => ({ value: id, label: displayName || email }))}
        filter={({ options, search: wanted }) =>
          options.filter((option) => 'value' in option && matches(usersById.get(option.value), wanted))
        }
        renderOption={({ option }) => <Person user={usersById.get(option.value)} />}
        nothingFoundMessage={t('teams.nobodyFound')}
        maxDropdownHeight={280}
      />
      {members.length === 0 ? (
        <Input.Description mt={8}>{t('teams.noMembers')}</Input.Description>
      ) : (
        <ul className={classes.members} aria-label={t('teams.members')}>
          {members.map((user) => (
            <li key={user.id} className={classes.member}>
              <Person user={user} />
              <ActionIcon
                aria-label={t('teams.removeMember', { name: user.displayName })}
                className={classes.remove}
                onClick={() => onChange(userIds.filter((id) => id !== user.id))}
              >
                <IconX size={16} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Person({ user }: { user: UserResponse | undefined }) {
  if (!user) return null;
  return (
    <Group gap={10} wrap="nowrap" miw={0}>
      <PersonAvatar name={user.displayName} size={28} />
      <div className={classes.who}>
        <Text size="md" truncate>
          {user.displayName}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {user.email}
        </Text>
      </div>
    </Group>
  );
}

function matches(user: UserResponse | undefined, wanted: string): boolean {
  const text = `${user?.displayName} ${user?.email}`.toLowerCase();
  return wanted
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
