import { useForm } from '@mantine/form';
import { useNavigate } from 'react-router-dom';
import { SaveBar } from '@parley/ui/save-bar';
import { SettingsPage } from '@parley/ui/settings-page';
import { errorText } from '../../lib/i18n';
import { codeOf } from '../../lib/problem';
import { toastMessage } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { emptyTeam, showRefusal, TeamFields, teamRules } from './team-form';
import { useCreateTeam, type TeamForm } from './teams-api';

/** Makes a team. */
export function Component() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const create = useCreateTeam();
  const form = useForm<TeamForm>({ initialValues: emptyTeam, validate: teamRules });
  const save = (team: TeamForm) =>
    create.mutate(team, {
      onSuccess: () => {
        toastMessage(t('teams.created', { name: team.name.trim() }));
        void navigate('/settings/teams');
      },
      onError: (error) => showRefusal(form, error),
    });
  const isElsewhere = create.isError && Object.keys(form.errors).length === 0;
  return (
    <SettingsPage title={t('teams.add')} back={{ to: '/settings/teams', label: t('teams.title') }}>
      <form noValidate onSubmit={form.onSubmit(save)} style={{ marginTop: 16 }}>
        <TeamFields form={form} />
        <SaveBar
          isDirty={form.isDirty() && !create.isSuccess}
          isSaving={create.isPending}
          error={isElsewhere ? errorText(codeOf(create.error)) : null}
          label={t('teams.create')}
          onReset={() => form.reset()}
        />
      </form>
    </SettingsPage>
  );
}
