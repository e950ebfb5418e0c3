import { Switch } from '@mantine/core';
import { SettingRow } from '@parley/ui/settings-page';
import { useTranslation } from '../../lib/translation';
import type { SectionProps } from './channel-form';

type SwitchName =
  'highPriority' | 'mandatoryAssign' | 'readForAll' | 'doubleReply' | 'unassignOnArchive' | 'mayDelete';

/** Switch for a setting, with its explanation. */
export function SwitchRow({ form, name }: SectionProps & { name: SwitchName }) {
  const { t } = useTranslation();
  const label = t(`channels.settings.${name}`);
  return (
    <SettingRow label={label} hint={t(`channels.hints.${name}`)}>
      <Switch aria-label={label} {...form.getInputProps(name, { type: 'checkbox' })} />
    </SettingRow>
  );
}
