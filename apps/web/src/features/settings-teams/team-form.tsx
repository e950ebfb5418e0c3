import { Stack, Switch, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { ColourPicker } from '@parley/ui/colour-picker';
import { isColour, palette } from '@parley/ui/colours';
import { errorText } from '../../lib/i18n';
import { useTranslation } from '../../lib/translation';
import { MemberPicker } from './member-picker';
import type { TeamForm } from './teams-api';

export const emptyTeam: TeamForm = {
  name: '',
  colour: palette.indigo,
  email: '',
  sendNotification: false,
  userIds: [],
};

/** Form field by problem code of the server. */
export const teamRefusals: Record<string, keyof TeamForm> = {
  team_name_invalid: 'name',
  team_name_taken: 'name',
  team_colour_invalid: 'colour',
  team_email_invalid: 'email',
  team_email_missing: 'email',
};

/** Validation functions by field, run before the request is sent. */
export const teamRules = {
  name: (name: string) =>
    name.trim() === '' || name.trim().length > 60 ? errorText('team_name_invalid') : null,
  colour: (colour: string) => (isColour(colour) ? null : errorText('team_colour_invalid')),
  email: (email: string, { sendNotification }: TeamForm) =>
    sendNotification && email.trim() === '' ? errorText('team_email_missing') : null,
};

export function TeamFields({ form }: { form: UseFormReturnType<TeamForm> }) {
  const { t } = useTranslation();
  return (
    <Stack gap={20} mt={16}>
      <TextInput label={t('teams.name')} maxLength={60} {...form.getInputProps('name')} />
      <ColourPicker
        label={t('teams.colour')}
        value={form.values.colour}
        error={form.errors.colour}
        onChange={(colour) => form.setFieldValue('colour', colour)}
      />
      <TextInput
        type="email"
        label={t('teams.email')}
        description={t('teams.emailHint')}
        autoComplete="off"
        {...form.getInputProps('email')}
      />
      <Switch
        label={t('teams.notify')}
        description={t('teams.notifyHint')}
        {...form.getInputProps('sendNotification', { type: 'checkbox' })}
      />
      <MemberPicker
        userIds={form.values.userIds}
        onChange={(userIds) => form.setFieldValue('userIds', userIds)}
      />
    </Stack>
  );
}
