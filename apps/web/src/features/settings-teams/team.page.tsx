import { useState } from 'react';
import { Button, EmptyState, Group, Modal, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconUsersGroup } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router-dom';
import type { TeamResponse } from '@parley/contracts/api/access';
import { channelsQuery, teamsQuery } from '../../lib/directory';
import { errorText } from '../../lib/i18n';
import { can, useMe } from '../../lib/me';
import { codeOf } from '../../lib/problem';
import { ChannelList } from '@parley/ui/channel-list';
import { changedOf, startFrom, useFollow } from '@parley/ui/edit-form';
import { Loadable } from '@parley/ui/loadable';
import { SaveBar } from '@parley/ui/save-bar';
import { SettingsPage, SettingsSection } from '@parley/ui/settings-page';
import { toastFailure, toastMessage } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { showRefusal, TeamFields, teamRules } from './team-form';
import classes from './teams.module.css';
import { teamCountsQuery, useChangeTeam, useDeleteTeam, type TeamForm } from './teams-api';

/** One team: its form, and its end. */
export function Component() {
  const { t } = useTranslation();
  const { teamId = '' } = useParams();
  const teams = useQuery(teamsQuery);
  const team = teams.data?.find(({ id }) => id === teamId);
  return (
    <SettingsPage
      title={team?.name ?? t('teams.one')}
      back={{ to: '/settings/teams', label: t('teams.title') }}
    >
      <Loadable query={teams} failed={t('teams.failed')}>
        {() => (team ? <Team key={team.id} team={team} /> : <NoSuchTeam />)}
      </Loadable>
    </SettingsPage>
  );
}

function NoSuchTeam() {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={<IconUsersGroup stroke={1.4} />}
      title={t('teams.missing')}
      description={errorText('not_found')}
    />
  );
}

function Team({ team }: { team: TeamResponse }) {
  const { t } = useTranslation();
  const change = useChangeTeam(team.id);
  const form = useForm<TeamForm>({ initialValues: formOf(team), validate: teamRules });
  useFollow(form, formOf(team));
  const save = (wanted: TeamForm) =>
    change.mutate(changedOf(form.getInitialValues(), wanted), {
      onSuccess: () => {
        startFrom(form, wanted);
        toastMessage(t('teams.saved'));
      },
      onError: (error) => showRefusal(form, error),
    });
  const isElsewhere = change.isError && Object.keys(form.errors).length === 0;
  return (
    <>
      <form noValidate onSubmit={form.onSubmit(save)} style={{ marginTop: 16 }}>
        <TeamFields form={form} />
        <SaveBar
          isDirty={form.isDirty()}
          isSaving={change.isPending}
          error={isElsewhere ? errorText(codeOf(change.error)) : null}
          onReset={() => form.reset()}
        />
      </form>
      <Channels team={team} />
      <DangerZone team={team} />
    </>
  );
}

/** Which channels are open to the team; which ones those are is set at the channel. */
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
  if (!can(ability, 'delete', 'teams')) return null;
  return (
    <SettingsSection title={t('teams.danger')}>
      <div className={classes.danger}>
        <Text size="sm" c="dimmed" maw="46ch">
          {t('teams.deleteHint')}
        </Text>
        <Button variant="default" c="var(--red)" onClick={() => setAsking(true)}>
          {t('teams.delete')}
        </Button>
      </div>
      <Modal
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t('teams.deleteTitle', { name: team.name })}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        <DeleteQuestion team={team} onCancel={() => setAsking(false)} />
      </Modal>
    </SettingsSection>
  );
}

function DeleteQuestion({ team, onCancel }: { team: TeamResponse; onCancel: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const counts = useQuery(teamCountsQuery);
  const remove = useDeleteTeam(team.id);
  const confirm = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        toastMessage(t('teams.deleted', { name: team.name }));
        void navigate('/settings/teams');
      },
      onError: (error) => toastFailure(error),
    });
  return (
    <Loadable query={counts} failed={t('teams.failed')} skeleton={{ rows: 1, height: 40 }}>
      {(all) => (
        <>
          <Text size="md">
            {t('teams.deleteAffects', { count: all.find(({ teamId }) => teamId === team.id)?.open ?? 0 })}{' '}
            {t('teams.deleteChannels')}
          </Text>
          <Group justify="flex-end" gap={8} mt={24}>
            <Button variant="default" data-autofocus onClick={onCancel}>
              {t('common.cancel')}
            </Button>
            <Button color="red" loading={remove.isPending} onClick={confirm}>
              {t('teams.delete')}
            </Button>
          </Group>
        </>
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
