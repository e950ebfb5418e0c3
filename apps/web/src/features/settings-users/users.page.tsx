import { useState } from 'react';
import { Button, EmptyState, Group, Pagination, Select, TextInput } from '@mantine/core';
import { IconSearch, IconUserSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { TeamResponse, UserResponse } from '@parley/contracts/api/access';
import { AddButton, EntityLink, List } from '@parley/ui/entity-list';
import { Loadable } from '@parley/ui/loadable';
import { PersonAvatar } from '@parley/ui/person-avatar';
import { SettingsPage } from '@parley/ui/settings-page';
import { teamsQuery, usersQuery } from '../../lib/directory';
import { useFormats } from '../../lib/format';
import { useTranslation } from '../../lib/translation';
import { StateBadge, stateOf, userStates, type ShownState } from './user-state';
import { UserLimit } from './user-limit';
import classes from './users.module.css';

const USERS_PER_PAGE = 50;
const roles = ['admin', 'manager', 'user'] as const;

interface Filter {
  search: string;
  role: UserResponse['role'] | null;
  state: ShownState | null;
}

const everybody: Filter = { search: '', role: null, state: null };

/** Page of all users of the organisation, including invited and deactivated ones. */
export function Component() {
  const { t } = useTranslation();
  const users = useQuery(usersQuery);
  return (
    <SettingsPage
      wide
      title={t('users.title')}
      intro={t('users.intro')}
      actions={<AddButton to="/settings/users/add">{t('users.add')}</AddButton>}
    >
      <UserLimit />
      <Loadable query={users} failed={t('users.failed')} skeleton={{ rows: 6, height: 56 }}>
        {(all) => <Users users={all.filter(({ state }) => state !== 'deleted')} />}
      </Loadable>
    </SettingsPage>
  );
}

function Users({ users }: { users: UserResponse[] }) {
  const { t } = useTranslation();
  const teams = useQuery(teamsQuery).data ?? [];
  const [filter, setFilter] = useState(everybody);
  const [page, setPage] = useState(1);
  const found = users.filter((user) => isFound(user, filter));
  const pages = Math.ceil(found.length / USERS_PER_PAGE);
  const shown = found.slice((Math.min(page, pages || 1) - 1) * USERS_PER_PAGE).slice(0, USERS_PER_PAGE);
  const change = (changed: Partial<Filter>) => {
    setFilter({ ...filter, ...changed });
    setPage(1);
  };
  return (
    <>
      <div className={classes.filters}>
        <TextInput
          className={classes.search}
          aria-label={t('users.search')}
          placeholder={t('users.search')}
          leftSection={<IconSearch size={16} />}
          value={filter.search}
          onChange={(event) => change({ search: event.currentTarget.value })}
        />
        <Select
          aria-label={t('users.role')}
          placeholder={t('users.anyRole')}
          clearable
          data={roles.map((role) => ({ value: role, label: t(`users.roles.${role}`) }))}
          value={filter.role}
          onChange={(role) => change({ role: roles.find((known) => known === role) ?? null })}
        />
        <Select
          aria-label={t('users.status')}
          placeholder={t('users.anyStatus')}
          clearable
          data={userStates.map((state) => ({ value: state, label: t(`users.state.${state}`) }))}
          value={filter.state}
          onChange={(state) => change({ state: userStates.find((known) => known === state) ?? null })}
        />
      </div>
      {found.length === 0 ? (
        <EmptyState icon={<IconUserSearch stroke={1.4} />} title={t('users.noneFound')}>
          <EmptyState.Actions>
            <Button variant="default" onClick={() => change(everybody)}>
              {t('users.clearFilters')}
            </Button>
          </EmptyState.Actions>
        </EmptyState>
      ) : (
        <>
          <div className={classes.head} aria-hidden>
            <span>{t('users.person')}</span>
            <span>{t('users.role')}</span>
            <span>{t('users.status')}</span>
            <span>{t('users.teams')}</span>
            <span>{t('users.lastLogin')}</span>
          </div>
          <List label={t('users.title')}>
            {shown.map((user) => (
              <Row
                key={user.id}
                user={user}
                teams={teams.filter((team) => team.teamUsers.some(({ userId }) => userId === user.id))}
              />
            ))}
          </List>
          {pages > 1 && (
            <Group justify="center" mt={16}>
              <Pagination
                total={pages}
                value={Math.min(page, pages)}
                onChange={setPage}
                getControlProps={(control) => ({ 'aria-label': t(`users.page.${control}`) })}
              />
            </Group>
          )}
        </>
      )}
    </>
  );
}

function Row({ user, teams }: { user: UserResponse; teams: TeamResponse[] }) {
  const { t } = useTranslation();
  const { full } = useFormats();
  return (
    <EntityLink to={`/settings/users/${user.id}`} className={classes.row}>
      <span className={classes.person}>
        <PersonAvatar name={user.displayName} size={32} />
        <span className={classes.who}>
          <span className={classes.name}>{user.displayName}</span>
          <span className={classes.email}>{user.email}</span>
        </span>
      </span>
      <span>{t(`users.roles.${user.role}`)}</span>
      <span className={classes.status}>
        <StateBadge user={user} />
      </span>
      <span className={classes.teams}>{teams.map(({ name }) => name).join(', ')}</span>
      <span className={classes.login}>
        {user.lastLogin ? full(user.lastLogin) : t('users.neverSignedIn')}
      </span>
    </EntityLink>
  );
}

function isFound(user: UserResponse, { search, role, state }: Filter): boolean {
  const text = `${user.displayName} ${user.email}`.toLowerCase();
  const words = search.toLowerCase().split(/\s+/);
  if (!words.every((word) => text.includes(word))) return false;
  return (role === null || user.role === role) && (state === null || stateOf(user) === state);
}
