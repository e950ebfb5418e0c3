import { NumberInput, Select } from '@mantine/core';
import { automaticSignatures } from '@parley/contracts/events/channel.events';
import { MAX_HOURS } from '@parley/contracts/rules/channel-rules';
import { SettingRow, SettingsSection } from '@parley/ui/settings-page';
import { useTranslation } from '../../lib/translation';
import type { SectionProps } from './channel-form';
import { SwitchRow } from './switch-row';

export function ConversationsSection({ form }: SectionProps) {
  const { t } = useTranslation();
  return (
    <SettingsSection title={t('channels.section.conversations')}>
      <div style={{ marginTop: 8 }}>
        <SwitchRow form={form} name="mandatoryAssign" />
        <SwitchRow form={form} name="readForAll" />
        <SwitchRow form={form} name="doubleReply" />
        <SettingRow
          label={t('channels.settings.automaticSignature')}
          hint={t('channels.hints.automaticSignature')}
        >
          <Select
            aria-label={t('channels.settings.automaticSignature')}
            w={240}
            allowDeselect={false}
            data={automaticSignatures.map((value) => ({ value, label: t(`channels.signature.${value}`) }))}
            {...form.getInputProps('automaticSignature')}
          />
        </SettingRow>
        <SwitchRow form={form} name="unassignOnArchive" />
        <SwitchRow form={form} name="mayDelete" />
        <SettingRow
          label={t('channels.settings.customerCareWindowLength')}
          hint={t('channels.hints.customerCareWindowLength')}
        >
          <NumberInput
            aria-label={t('channels.settings.customerCareWindowLength')}
            w={140}
            min={0}
            max={MAX_HOURS}
            clampBehavior="none"
            allowDecimal={false}
            allowNegative={false}
            suffix={t('channels.hoursSuffix')}
            {...form.getInputProps('customerCareWindowLength')}
            onChange={(value) => form.setFieldValue('customerCareWindowLength', Number(value))}
          />
        </SettingRow>
      </div>
    </SettingsSection>
  );
}
