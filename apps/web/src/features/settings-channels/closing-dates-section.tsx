import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { MAX_CLOSING_DATES, NAME_LENGTH } from '@parley/contracts/rules/channel-rules';
import { DateField } from '@parley/ui/date-field';
import { SettingsSection } from '@parley/ui/settings-page';
import { useTranslation } from '../../lib/translation';
import type { SectionProps } from './channel-form';
import classes from './channels.module.css';

/** Setting for the days on which the business is closed despite its opening hours. */
export function ClosingDatesSection({ form }: SectionProps) {
  const { t } = useTranslation();
  const dates = form.values.closingDates;
  const add = () => form.insertListItem('closingDates', { date: '', name: '' });
  return (
    <SettingsSection title={t('channels.section.dates')} intro={t('channels.hints.closingDates')}>
      {dates.length > 0 && (
        <ul className={classes.dates} aria-label={t('channels.section.dates')} style={{ marginTop: 12 }}>
          {dates.map(({ date }, index) => (
            <li key={index} className={classes.date}>
              <DateField
                aria-label={t('channels.date', { number: index + 1 })}
                {...form.getInputProps(`closingDates.${index}.date`)}
                value={date}
              />
              <TextInput
                className={classes.dateName}
                aria-label={t('channels.dateName', { number: index + 1 })}
                placeholder={t('channels.datePlaceholder')}
                maxLength={NAME_LENGTH}
                {...form.getInputProps(`closingDates.${index}.name`)}
              />
              <ActionIcon
                size={36}
                aria-label={t('channels.removeDate', { number: index + 1 })}
                onClick={() => form.removeListItem('closingDates', index)}
              >
                <IconX size={16} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <Button
        variant="default"
        mt={12}
        leftSection={<IconPlus size={16} />}
        disabled={dates.length >= MAX_CLOSING_DATES}
        onClick={add}
      >
        {t('channels.addDate')}
      </Button>
    </SettingsSection>
  );
}
