import { Text } from '@mantine/core';
import { IconUserOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import type { TeamResponse, UserResponse } from '@parley/contracts/api/access';
import { ChannelList } from '@parley/ui/channel-list';
import { EntityForm } from '@parley/ui/entity-form';
import { EntityPage } from '@parley/ui/entity-page';
import { Loadable } from '@parley/ui/loadable';
import { SettingsSection } from '@parley/ui/settings-page';
import { useEntityForm } from '@parley/ui/use-entity-form';
import { channelsQuery, teamsQuery, usersQuery } from '../../lib/directory';
import { useFormats } from '../../lib/format';
import { useMe } from '../../lib/me';
import { toastMessage } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { InvitationPanel } from './invitation-panel';
import { LeavingSection } from './leaving-section';
import { FilterFields, UserFields, userRefusals, userRules } from './user-form';
import { StateBadge } from './user-state';
import { useChangeUser, type UserForm } from './users-api';
import classes from './users.module.css';

/** Page of one user: profile, access, and actions that sign out, deactivate or delete them. */
export function Component() {
  const { t } = useTranslation();
  const { userId } = useParams();
  const teams = useQuery(teamsQuery);
  return (
    <EntityPage
      query={useQuery(usersQuery)}
      find={(users) => users.find(({ id, state }) => id === userId && state !== 'deleted')}
      titleOf={({ displayName }) => displayName}
      title={t('users.one')}
      back={{ to: '/settings/users', label: t('users.title') }}
      failed={t('users.failed')}
      missing={t('users.missing')}
      icon={<IconUserOff stroke={1.4} />}
    >
      {(user) => (
        <Loadable query={teams} failed={t('users.failed')}>
          {(all) => <User key={user.id} user={user} teams={all} />}
        </Loadable>
      )}
    </EntityPage>
  );
}

function User({ user, teams }: { user: UserResponse; teams: TeamResponse[] }) {
  const { t } = useTranslation();
  const { full } = useFormats();
  const { user: me } = useMe();
  const entity = useEntityForm({
    values: formOf(user, teams),
    rules: userRules,
    ...userRefusals,
    command: useChangeUser(user.id),
    request: (_, changed) => changed,
    onSaved: () => toastMessage(t('users.saved')),
  });
  const { form } = entity;
  const isSelf = user.id === me.id;
  const isLocked = user.role === 'admin' && me.role !== 'admin';
  return (
    <>
      <div className={classes.summary}>
        <StateBadge user={user} />
        <Text size="sm" c="dimmed">
          {user.lastLogin ? t('users.lastLoginAt', { time: full(user.lastLogin) }) : t('users.neverSignedIn')}
        </Text>
      </div>
      {user.state === 'invited' && !isLocked && <InvitationPanel user={user} />}
      {isLocked && <Text size="md">{t('users.locked')}</Text>}
      <EntityForm entity={entity}>
        <UserFields form={form} isSelf={isSelf} isLocked={isLocked} />
        <FilterFields form={form} isLocked={isLocked} />
        <Channels user={user} teamIds={form.values.teamIds} />
      </EntityForm>
      {!isSelf && !isLocked && <LeavingSection user={user} />}
    </>
  );
}

/** Lists the channels that the user can see, read-only: access is changed in each channel's settings. */
function Channels({ user, teamIds }: { user: UserResponse; teamIds: string[] }) {
  const { t } = useTranslation();
  const channels = useQuery(channelsQuery).data ?? [];
  const seesAll = user.role !== 'user';
  const seen = channels.filter(({ administration }) => {
    if (seesAll || !administration) return true;
    const { teamIds: teams, userIds } = administration;
    const isForAll = teams.length + userIds.length === 0;
    return isForAll || userIds.includes(user.id) || teams.some((id) => teamIds.includes(id));
  });
  return (
    <SettingsSection
      title={t('users.channels')}
      intro={t(seesAll ? 'users.channelsAll' : 'users.channelsIntro')}
    >
      {seen.length === 0 ? (
        <Text size="sm" mt={8}>
          {t('users.noChannels')}
        </Text>
      ) : (
        <ChannelList label={t('users.channels')} channels={seen} />
      )}
    </SettingsSection>
  );
}

function formOf(user: UserResponse, teams: TeamResponse[]): UserForm {
  return {
    displayName: user.displayName,
    email: user.email,
    role: user.role,
    teamIds: teams
      .filter(({ teamUsers }) => teamUsers.some(({ userId }) => userId === user.id))
      .map(({ id }) => id),
    enforceTeamFilter: user.enforceTeamFilter ?? false,
    enforceUnassignedChats: user.enforceUnassignedChats ?? false,
  };
}
