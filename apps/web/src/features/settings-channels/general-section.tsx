import { Stack, TextInput } from '@mantine/core';
import { NAME_LENGTH } from '@parley/contracts/rules/channel-rules';
import { SettingsSection } from '@parley/ui/settings-page';
import { useTranslation } from '../../lib/translation';
import type { SectionProps } from './channel-form';
import classes from './channels.module.css';
import { SwitchRow } from './switch-row';

export function GeneralSection({ form }: SectionProps) {
  const { t } = useTranslation();
  return (
    <SettingsSection title={t('channels.section.general')}>
      <Stack gap={16} className={classes.fields} mt={8}>
        <TextInput
          label={t('channels.settings.name')}
          description={t('channels.hints.name')}
          maxLength={NAME_LENGTH}
          {...form.getInputProps('name')}
        />
        <TextInput
          label={t('channels.settings.internalName')}
          description={t('channels.hints.internalName')}
          maxLength={NAME_LENGTH}
          {...form.getInputProps('internalName')}
          value={form.values.internalName ?? ''}
        />
      </Stack>
      <SwitchRow form={form} name="highPriority" />
    </SettingsSection>
  );
}
