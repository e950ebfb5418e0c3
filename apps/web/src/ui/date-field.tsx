import { DateInput, type DateInputProps } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/en-gb';
import 'dayjs/locale/es';
import 'dayjs/locale/nl';
import { useTranslation } from '../lib/translation';
import { dateFormats, isoDate } from './date-text';

interface DateFieldProps extends Pick<
  DateInputProps,
  'label' | 'aria-label' | 'error' | 'clearable' | 'onFocus' | 'onBlur'
> {
  /** YYYY-MM-DD; empty where there is none. */
  value: string;
  onChange: (date: string) => void;
  /** The first and the last day that may be chosen. */
  min?: string;
  max?: string;
}

/** A day, typed or chosen from a calendar, as the account's language writes it. */
export function DateField({ value, onChange, min, max, ...rest }: DateFieldProps) {
  const { t, language } = useTranslation();
  return (
    <DateInput
      {...rest}
      value={value || null}
      onChange={(date) => onChange(date ?? '')}
      minDate={min}
      maxDate={max}
      locale={language === 'en' ? 'en-gb' : language}
      valueFormat={dateFormats[language]}
      dateParser={isoDate}
      placeholder={t('dateField.placeholder')}
      clearButtonProps={{ 'aria-label': t('dateField.clear') }}
      ariaLabels={{
        previousMonth: t('dateField.previous'),
        nextMonth: t('dateField.next'),
        previousYear: t('dateField.previous'),
        nextYear: t('dateField.next'),
        previousDecade: t('dateField.previous'),
        nextDecade: t('dateField.next'),
        monthLevelControl: t('dateField.chooseMonth'),
        yearLevelControl: t('dateField.chooseYear'),
      }}
      popoverProps={{ withinPortal: true }}
    />
  );
}
