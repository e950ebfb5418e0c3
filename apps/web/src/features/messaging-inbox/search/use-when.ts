import { useNow } from '../../../lib/clock';
import { dayKey, useFormats } from '../../../lib/format';

/** The time of a hit of today, the day of an older one, with its year where that is another one. */
export function useWhen(): (iso: string) => string {
  const formats = useFormats();
  const now = new Date(useNow()).toISOString();
  return (iso) => {
    if (dayKey(iso) === dayKey(now)) return formats.time(iso);
    return iso.slice(0, 4) === now.slice(0, 4) ? formats.shortDay(iso) : formats.full(iso);
  };
}
