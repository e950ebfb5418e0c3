import { TimePicker } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { useSetting } from '../lib/me';
import { useTranslation } from '../lib/translation';

interface TimeFieldProps {
  /** Accessible name; also part of the names of the hour and minute inputs. */
  label: string;
  /** Time as HH:mm, whichever notation is shown; empty while the input is incomplete. */
  value: string;
  onChange: (time: string) => void;
  hasError: boolean;
  className?: string;
}

/** Input for a time of day in the user's notation, with 24 or 12 hours. */
export function TimeField({ label, value, onChange, hasError, className }: TimeFieldProps) {
  const { t } = useTranslation();
  return (
    <TimePicker
      className={className}
      role="group"
      aria-label={label}
      format={useSetting('timeNotation') === '12' ? '12h' : '24h'}
      value={value}
      onChange={onChange}
      error={hasError}
      hoursInputLabel={t('timeField.hours', { label })}
      minutesInputLabel={t('timeField.minutes', { label })}
      amPmInputLabel={t('timeField.half', { label })}
      amPmLabels={{ am: t('timeField.am'), pm: t('timeField.pm') }}
    />
  );
}
