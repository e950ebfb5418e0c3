import { Input, MultiSelect, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { SettingsSection } from '@parley/ui/settings-page';
import { teamsQuery, usersQuery } from '../../lib/directory';
import { useTranslation } from '../../lib/translation';
import type { SectionProps } from './channel-form';
import classes from './channels.module.css';

/** Setting for the teams and users who can see a channel and its conversations. */
export function AccessSection({ form }: SectionProps) {
  const { t } = useTranslation();
  const teams = useQuery(teamsQuery).data ?? [];
  const users = (useQuery(usersQuery).data ?? []).filter(({ state }) => state !== 'deleted');
  const isOpen = form.values.teamIds.length + form.values.userIds.length === 0;
  return (
    <SettingsSection title={t('channels.section.access')} intro={t('channels.hints.access')}>
      <Stack gap={16} className={classes.fields} mt={8}>
        <MultiSelect
          label={t('channels.teams')}
          searchable
          clearable
          data={teams.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.getInputProps('teamIds')}
          value={known(form.values.teamIds, teams)}
        />
        <MultiSelect
          label={t('channels.users')}
          searchable
          clearable
          data={users.map(({ id, displayName, email }) => ({ value: id, label: displayName || email }))}
          {...form.getInputProps('userIds')}
          value={known(form.values.userIds, users)}
        />
        <Input.Description role="status">
          {t(isOpen ? 'channels.openToAll' : 'channels.openToSome')}
        </Input.Description>
      </Stack>
    </SettingsSection>
  );
}

/** Leaves out the ids of deleted users and teams, which have no name to show; the next saved change removes them. */
function known(ids: string[], rows: { id: string }[]): string[] {
  return ids.filter((id) => rows.some((row) => row.id === id));
}
