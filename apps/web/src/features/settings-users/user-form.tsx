import { MultiSelect, Radio, Stack, Switch, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { teamsQuery } from '../../lib/directory';
import { errorText } from '../../lib/i18n';
import { useMe } from '../../lib/me';
import { codeOf, RequestFailed } from '../../lib/problem';
import { SettingsSection } from '@parley/ui/settings-page';
import { useTranslation } from '../../lib/translation';
import type { UserForm } from './users-api';

const roles = ['admin', 'manager', 'user'] as const;

/** The field that a refusal is about. */
const fieldOf: Record<string, keyof UserForm> = { user_email_taken: 'email' };

/** What can be told before the server is asked. */
export const userRules = {
  displayName: (name: string) => (name.trim() === '' ? errorText('user_name_missing') : null),
  email: (email: string) => (/^\S+@\S+\.\S+$/.test(email.trim()) ? null : errorText('user_email_invalid')),
};

/** Shows a refusal at the field it is about. @returns what to say where it is about none */
export function showRefusal(form: UseFormReturnType<UserForm>, error: unknown): void {
  const field = fieldOf[codeOf(error)];
  if (field) form.setFieldError(field, errorText(codeOf(error)));
  const invalid = error instanceof RequestFailed ? (error.problem?.errors ?? []) : [];
  for (const { field: name } of invalid) {
    if (name === 'email') form.setFieldError('email', errorText('user_email_invalid'));
    if (name === 'displayName') form.setFieldError('displayName', errorText('user_name_invalid'));
  }
}

interface FieldsProps {
  form: UseFormReturnType<UserForm>;
  isSelf?: boolean;
  /** A manager looks at an administrator. */
  isLocked?: boolean;
}

/** Who somebody is and what they may do. */
export function UserFields({ form, isSelf, isLocked }: FieldsProps) {
  const { t } = useTranslation();
  const { user: me } = useMe();
  const teams = useQuery(teamsQuery).data ?? [];
  return (
    <Stack gap={20}>
      <TextInput
        label={t('users.name')}
        maxLength={100}
        disabled={isLocked}
        autoComplete="off"
        {...form.getInputProps('displayName')}
      />
      <TextInput
        type="email"
        label={t('users.email')}
        maxLength={254}
        disabled={isLocked}
        autoComplete="off"
        {...form.getInputProps('email')}
      />
      <Radio.Group
        label={t('users.role')}
        description={isSelf ? t('users.ownRole') : undefined}
        {...form.getInputProps('role')}
      >
        <Stack gap={12} mt={8}>
          {roles.map((role) => (
            <Radio
              key={role}
              value={role}
              label={t(`users.roles.${role}`)}
              description={t(`users.roleHints.${role}`)}
              disabled={isLocked || isSelf || (role === 'admin' && me.role !== 'admin')}
            />
          ))}
        </Stack>
      </Radio.Group>
      <MultiSelect
        label={t('users.teams')}
        placeholder={form.values.teamIds.length === 0 ? t('users.noTeams') : undefined}
        data={teams.map(({ id, name }) => ({ value: id, label: name }))}
        searchable
        clearable
        disabled={isLocked}
        {...form.getInputProps('teamIds')}
      />
    </Stack>
  );
}

/** Which conversations somebody sees, apart from channels. */
export function FilterFields({ form, isLocked }: FieldsProps) {
  const { t } = useTranslation();
  const { enforceTeamFilter } = form.values;
  return (
    <SettingsSection title={t('users.filter')} intro={t('users.filterIntro')}>
      <Stack gap={16} mt={12}>
        <Switch
          label={t('users.forceFilter')}
          description={t('users.forceFilterHint')}
          disabled={isLocked}
          {...form.getInputProps('enforceTeamFilter', { type: 'checkbox' })}
        />
        <Switch
          label={t('users.withUnassigned')}
          description={t('users.withUnassignedHint')}
          disabled={isLocked || !enforceTeamFilter}
          {...form.getInputProps('enforceUnassignedChats', { type: 'checkbox' })}
        />
      </Stack>
    </SettingsSection>
  );
}
