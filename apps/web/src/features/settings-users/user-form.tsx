import { MultiSelect, Radio, Stack, Switch, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { EMAIL_ADDRESS } from '@parley/contracts/rules/email-rules';
import type { Refusals } from '@parley/ui/refusal';
import { SettingsSection } from '@parley/ui/settings-page';
import { teamsQuery } from '../../lib/directory';
import { errorText } from '../../lib/i18n';
import { useMe } from '../../lib/me';
import { useTranslation } from '../../lib/translation';
import type { UserForm } from './users-api';

const roles = ['admin', 'manager', 'user'] as const;

/** Validation functions by field, run before the request is sent. */
export const userRules = {
  displayName: (name: string) => (name.trim() === '' ? errorText('user_name_missing') : null),
  email: (email: string) => (EMAIL_ADDRESS.test(email.trim()) ? null : errorText('user_email_invalid')),
};

/** Maps errors of the server to form fields. */
export const userRefusals: Refusals<UserForm> = {
  fieldOf: { user_email_taken: 'email' },
  wordsOf: (field) => {
    if (field === 'email') return errorText('user_email_invalid');
    return field === 'displayName' ? errorText('user_name_invalid') : undefined;
  },
};

interface FieldsProps {
  form: UseFormReturnType<UserForm>;
  isSelf?: boolean;
  /** Whether the fields are read-only, because a manager cannot change an administrator. */
  isLocked?: boolean;
}

export function UserFields({ form, isSelf, isLocked }: FieldsProps) {
  const { t } = useTranslation();
  const { user: me } = useMe();
  const teams = useQuery(teamsQuery).data ?? [];
  return (
    <Stack gap={20} mt={16}>
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

/** Inputs that restrict which conversations a user can see, independent of channels. */
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
