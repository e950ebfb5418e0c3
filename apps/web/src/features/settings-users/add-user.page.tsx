import { useNavigate } from 'react-router-dom';
import { EntityForm } from '@parley/ui/entity-form';
import { SettingsPage } from '@parley/ui/settings-page';
import { useEntityForm } from '@parley/ui/use-entity-form';
import { toastMessage } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { UserFields, userRefusals, userRules } from './user-form';
import { UserLimit } from './user-limit';
import { useInvite, type UserForm } from './users-api';

const nobody: UserForm = {
  displayName: '',
  email: '',
  role: 'user',
  teamIds: [],
  enforceTeamFilter: false,
  enforceUnassignedChats: false,
};

export function Component() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const entity = useEntityForm({
    values: nobody,
    rules: userRules,
    ...userRefusals,
    command: useInvite(),
    request: ({ displayName, email, role, teamIds }) => ({
      displayName: displayName.trim(),
      email: email.trim(),
      role,
      teamIds,
    }),
    onSaved: ({ id }, { displayName }) => {
      toastMessage(t('users.invited', { name: displayName.trim() }));
      void navigate(`/settings/users/${id}`);
    },
  });
  return (
    <SettingsPage
      title={t('users.add')}
      intro={t('users.addIntro')}
      back={{ to: '/settings/users', label: t('users.title') }}
    >
      <UserLimit />
      <EntityForm entity={entity} label={t('users.invite')}>
        <UserFields form={entity.form} />
      </EntityForm>
    </SettingsPage>
  );
}
