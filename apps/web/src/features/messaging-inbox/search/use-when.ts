import { useNow } from '../../../lib/clock';
import { dayKey, useFormats } from '../../../lib/format';

/**
 * Returns a function that formats the time of a search hit: as a time if it is today, else as a date, with the year
 * if it is not this year.
 */
export function useWhen(): (iso: string) => string {
  const formats = useFormats();
  const now = new Date(useNow()).toISOString();
  return (iso) => {
    if (dayKey(iso) === dayKey(now)) return formats.time(iso);
    return iso.slice(0, 4) === now.slice(0, 4) ? formats.shortDay(iso) : formats.full(iso);
  };
}
