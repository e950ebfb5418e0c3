import { useForm } from '@mantine/form';
import { useNavigate } from 'react-router-dom';
import { errorText } from '../../lib/i18n';
import { codeOf } from '../../lib/problem';
import { SaveBar } from '@parley/ui/save-bar';
import { SettingsPage } from '@parley/ui/settings-page';
import { toastMessage } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { showRefusal, UserFields, userRules } from './user-form';
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

/** Invites somebody. */
export function Component() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const invite = useInvite();
  const form = useForm<UserForm>({ initialValues: nobody, validate: userRules });
  const save = ({ displayName, email, role, teamIds }: UserForm) =>
    invite.mutate(
      { displayName: displayName.trim(), email: email.trim(), role, teamIds },
      {
        onSuccess: ({ id }) => {
          toastMessage(t('users.invited', { name: displayName.trim() }));
          void navigate(`/settings/users/${id}`);
        },
        onError: (error) => showRefusal(form, error),
      },
    );
  const isElsewhere = invite.isError && Object.keys(form.errors).length === 0;
  return (
    <SettingsPage
      title={t('users.add')}
      intro={t('users.addIntro')}
      back={{ to: '/settings/users', label: t('users.title') }}
    >
      <UserLimit />
      <form noValidate onSubmit={form.onSubmit(save)}>
        <UserFields form={form} />
        <SaveBar
          isDirty={form.isDirty() && !invite.isSuccess}
          isSaving={invite.isPending}
          error={isElsewhere ? errorText(codeOf(invite.error)) : null}
          label={t('users.invite')}
          onReset={() => form.reset()}
        />
      </form>
    </SettingsPage>
  );
}
