import { useNavigate } from 'react-router-dom';
import { EntityForm } from '@parley/ui/entity-form';
import { SettingsPage } from '@parley/ui/settings-page';
import { useEntityForm } from '@parley/ui/use-entity-form';
import { useSave } from '../../lib/resource';
import { toastMessage } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { emptyTeam, TeamFields, teamRefusals, teamRules } from './team-form';
import { teams, type TeamForm } from './teams-api';

export function Component() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const entity = useEntityForm({
    values: emptyTeam,
    rules: teamRules,
    fieldOf: teamRefusals,
    command: useSave<TeamForm>(teams),
    request: (team) => team,
    onSaved: (_, { name }) => {
      toastMessage(t('teams.created', { name: name.trim() }));
      void navigate('/settings/teams');
    },
  });
  return (
    <SettingsPage title={t('teams.add')} back={{ to: '/settings/teams', label: t('teams.title') }}>
      <EntityForm entity={entity} label={t('teams.create')}>
        <TeamFields form={entity.form} />
      </EntityForm>
    </SettingsPage>
  );
}
