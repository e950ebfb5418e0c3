import { NumberInput, Select, Stack, Switch, Text, Textarea } from '@mantine/core';
import type { AutoArchive, Platform } from '@parley/contracts/events/channel.events';
import { MAX_HOURS } from '@parley/contracts/rules/channel-rules';
import { automaticVariableNames } from '@parley/contracts/rules/variables';
import { SettingRow, SettingsSection } from '@parley/ui/settings-page';
import { useTranslation } from '../../lib/translation';
import type { SectionProps } from './channel-form';
import classes from './channels.module.css';

const variables = automaticVariableNames.map((name) => `{{${name}}}`).join(', ');
const directions = ['any', 'in', 'out'] as const;

export function AutomaticSection({ form, platform }: SectionProps & { platform: Platform }) {
  const { t } = useTranslation();
  const { outOfOffice } = form.values;
  return (
    <SettingsSection title={t('channels.section.automatic')}>
      <Stack gap={16} className={classes.fields} mt={8}>
        <Text size="xs" c="dimmed">
          {t('channels.variablesHint', { variables })}
        </Text>
        <Textarea
          label={t('channels.settings.welcomeMessage')}
          description={t('channels.hints.welcomeMessage')}
          autosize
          minRows={2}
          maxRows={8}
          {...form.getInputProps('welcomeMessage')}
          value={form.values.welcomeMessage ?? ''}
        />
        {(['weekdays', 'weekends'] as const).map((days) => (
          <Textarea
            key={days}
            label={t(`channels.outOfOffice.${days}`)}
            description={t(`channels.outOfOfficeHint.${days}`)}
            autosize
            minRows={2}
            maxRows={8}
            {...form.getInputProps(`outOfOffice.${days}`)}
            value={outOfOffice[days] ?? ''}
          />
        ))}
      </Stack>
      <AutoArchiveRow form={form} />
      {platform !== 'email' && <SurveyRow form={form} />}
    </SettingsSection>
  );
}

function AutoArchiveRow({ form }: SectionProps) {
  const { t } = useTranslation();
  const { autoArchive } = form.values;
  const label = t('channels.settings.autoArchive');
  const set = (change: Partial<AutoArchive>) =>
    autoArchive && form.setFieldValue('autoArchive', { ...autoArchive, ...change });
  return (
    <>
      <SettingRow label={label} hint={t('channels.hints.autoArchive')}>
        <Switch
          aria-label={label}
          checked={autoArchive !== null}
          onChange={(event) =>
            form.setFieldValue(
              'autoArchive',
              event.currentTarget.checked ? { afterHours: 72, direction: 'any' } : null,
            )
          }
        />
      </SettingRow>
      {autoArchive && (
        <Stack gap={16} pb={12}>
          <NumberInput
            label={t('channels.autoArchive.afterHours')}
            maw={240}
            min={1}
            max={MAX_HOURS}
            clampBehavior="none"
            allowDecimal={false}
            allowNegative={false}
            suffix={t('channels.hoursSuffix')}
            value={autoArchive.afterHours}
            error={form.errors['autoArchive.afterHours']}
            onChange={(value) => set({ afterHours: Number(value) })}
          />
          <Select
            label={t('channels.autoArchive.direction')}
            maw={360}
            allowDeselect={false}
            data={directions.map((value) => ({ value, label: t(`channels.direction.${value}`) }))}
            value={autoArchive.direction}
            onChange={(direction) => set({ direction: direction ?? 'any' })}
          />
        </Stack>
      )}
    </>
  );
}

function SurveyRow({ form }: SectionProps) {
  const { t } = useTranslation();
  const { survey } = form.values;
  const label = t('channels.settings.survey');
  return (
    <>
      <SettingRow label={label} hint={t('channels.hints.survey')}>
        <Switch
          aria-label={label}
          checked={Boolean(survey)}
          onChange={(event) =>
            form.setFieldValue(
              'survey',
              event.currentTarget.checked
                ? { question: t('channels.survey.questionAtFirst'), thanks: null }
                : null,
            )
          }
        />
      </SettingRow>
      {survey && (
        <Stack gap={16} pb={12}>
          <Textarea
            label={t('channels.survey.question')}
            autosize
            minRows={2}
            maxRows={8}
            {...form.getInputProps('survey.question')}
            value={survey.question}
          />
          <Textarea
            label={t('channels.survey.thanks')}
            description={t('channels.survey.thanksHint')}
            autosize
            minRows={2}
            maxRows={8}
            {...form.getInputProps('survey.thanks')}
            value={survey.thanks ?? ''}
            onChange={(event) =>
              form.setFieldValue(
                'survey.thanks',
                event.currentTarget.value === '' ? null : event.currentTarget.value,
              )
            }
          />
        </Stack>
      )}
    </>
  );
}
