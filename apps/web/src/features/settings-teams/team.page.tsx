import { useState } from 'react';
import { Button, Text } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router-dom';
import type { TeamResponse } from '@parley/contracts/api/access';
import { ChannelList } from '@parley/ui/channel-list';
import { DangerBox, DangerRow } from '@parley/ui/danger';
import { Dialog, Question } from '@parley/ui/dialog';
import { EntityForm } from '@parley/ui/entity-form';
import { EntityPage } from '@parley/ui/entity-page';
import { Loadable } from '@parley/ui/loadable';
import { SettingsSection } from '@parley/ui/settings-page';
import { UsedByRules } from '@parley/ui/used-by-rules';
import { useEntityForm } from '@parley/ui/use-entity-form';
import { channelsQuery, teamsQuery } from '../../lib/directory';
import { can, useMe } from '../../lib/me';
import { useDelete, useSave } from '../../lib/resource';
import { toastMessage } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { TeamFields, teamRefusals, teamRules } from './team-form';
import { teamCountsQuery, teams, type TeamForm } from './teams-api';

/** Page of one team: its form, its channels, and its deletion. */
export function Component() {
  const { t } = useTranslation();
  const { teamId } = useParams();
  return (
    <EntityPage
      query={useQuery(teamsQuery)}
      find={(all) => all.find(({ id }) => id === teamId)}
      titleOf={({ name }) => name}
      title={t('teams.one')}
      back={{ to: '/settings/teams', label: t('teams.title') }}
      failed={t('teams.failed')}
      missing={t('teams.missing')}
      icon={<IconUsersGroup stroke={1.4} />}
    >
      {(team) => <Team key={team.id} team={team} />}
    </EntityPage>
  );
}

function Team({ team }: { team: TeamResponse }) {
  const { t } = useTranslation();
  const entity = useEntityForm({
    values: formOf(team),
    rules: teamRules,
    fieldOf: teamRefusals,
    command: useSave<TeamForm>(teams, team.id),
    request: (_, changed) => changed,
    onSaved: () => toastMessage(t('teams.saved')),
  });
  return (
    <>
      <EntityForm entity={entity}>
        <TeamFields form={entity.form} />
      </EntityForm>
      <Channels team={team} />
      <DangerZone team={team} />
    </>
  );
}

/** Lists the channels that the team can see, read-only: access is changed in each channel's settings. */
function Channels({ team }: { team: TeamResponse }) {
  const { t } = useTranslation();
  const channels = useQuery(channelsQuery).data ?? [];
  const open = channels.filter(({ administration }) => {
    const { teamIds = [], userIds = [] } = administration ?? {};
    return teamIds.includes(team.id) || teamIds.length + userIds.length === 0;
  });
  return (
    <SettingsSection title={t('teams.channels')} intro={t('teams.channelsIntro')}>
      {open.length === 0 ? (
        <Text size="sm" mt={8}>
          {t('teams.noChannels')}
        </Text>
      ) : (
        <ChannelList label={t('teams.channels')} channels={open} />
      )}
    </SettingsSection>
  );
}

function DangerZone({ team }: { team: TeamResponse }) {
  const { t } = useTranslation();
  const { ability } = useMe();
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  if (!can(ability, 'delete', 'teams')) return null;
  return (
    <SettingsSection title={t('teams.danger')}>
      <DangerBox>
        <DangerRow hint={t('teams.deleteHint')}>
          <Button variant="default" c="var(--red)" onClick={() => setAsking(true)}>
            {t('teams.delete')}
          </Button>
        </DangerRow>
      </DangerBox>
      <Dialog opened={isAsking} onClose={close} title={t('teams.deleteTitle', { name: team.name })}>
        <DeleteQuestion team={team} onClose={close} />
      </Dialog>
    </SettingsSection>
  );
}

function DeleteQuestion({ team, onClose }: { team: TeamResponse; onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const counts = useQuery(teamCountsQuery);
  const remove = useDelete(teams, team.id);
  return (
    <Loadable query={counts} failed={t('teams.failed')} skeleton={{ rows: 1, height: 40 }}>
      {(all) => (
        <Question
          confirm={t('teams.delete')}
          action={() => remove.mutateAsync()}
          onDone={() => {
            toastMessage(t('teams.deleted', { name: team.name }));
            void navigate('/settings/teams');
          }}
          onClose={onClose}
        >
          {t('teams.deleteAffects', { count: all.find(({ teamId }) => teamId === team.id)?.open ?? 0 })}{' '}
          {t('teams.deleteChannels')}
          <UsedByRules of={team.id} />
        </Question>
      )}
    </Loadable>
  );
}

function formOf({ name, colour, email, sendNotification, teamUsers }: TeamResponse): TeamForm {
  return {
    name,
    colour,
    email: email ?? '',
    sendNotification,
    userIds: teamUsers.map(({ userId }) => userId),
  };
}
