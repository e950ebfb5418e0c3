import { useEffect, useRef, useState } from 'react';
import { DateInput, type DateInputProps } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/en-gb';
import 'dayjs/locale/es';
import 'dayjs/locale/nl';
import { useTranslation } from '../lib/translation';
import { dateFormats, dateProblem, dayText, isoDate } from './date-text';

interface DateFieldProps extends Pick<
  DateInputProps,
  'label' | 'aria-label' | 'error' | 'clearable' | 'onFocus' | 'onBlur'
> {
  /** YYYY-MM-DD, or empty. */
  value: string;
  onChange: (date: string) => void;
  /** First and last day allowed, YYYY-MM-DD. */
  min?: string;
  max?: string;
}

/**
 * Input for a day, typed or chosen from a calendar, in the format of the user's language. Text that is no valid day
 * stays, with an error, and prevents submitting the form.
 */
export function DateField({ value, onChange, min, max, error, onBlur, ...rest }: DateFieldProps) {
  const { t, language } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [isLeft, setLeft] = useState(false);
  const problem =
    typed === null ? null : dateProblem(typed, { min, max, isOptional: rest.clearable || value === '' });
  const date = problem === 'early' ? min : max;
  const said = problem && t(`dateField.${problem}`, { date: dayText(date ?? '', language) });
  useEffect(() => input.current?.setCustomValidity(said ?? ''), [said]);
  return (
    <DateInput
      {...rest}
      ref={input}
      error={error ?? (isLeft && said)}
      fixOnBlur={problem === null}
      onInput={({ currentTarget }) => {
        setTyped(currentTarget.value);
        setLeft(false);
      }}
      onBlur={(event) => {
        setLeft(true);
        onBlur?.(event);
      }}
      value={value || null}
      onChange={(chosen) => {
        setTyped(null);
        onChange(chosen ?? '');
      }}
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
