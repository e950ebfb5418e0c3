import type { Language } from '../lib/i18n';

/** Format of a day in a field, in the notation of the library dayjs. */
export const dateFormats: Record<Language, string> = {
  en: 'DD/MM/YYYY',
  es: 'DD/MM/YYYY',
  nl: 'DD-MM-YYYY',
};

export function dayText(date: string, language: Language): string {
  const [year, month, day] = date.split('-');
  return [day, month, year].join(language === 'nl' ? '-' : '/');
}

/** @returns why a typed day is not accepted; null if it is */
export function dateProblem(
  typed: string,
  { min, max, isOptional = false }: { min?: string; max?: string; isOptional?: boolean },
): 'unreadable' | 'early' | 'late' | null {
  if (typed.trim() === '') return isOptional ? null : 'unreadable';
  const date = isoDate(typed);
  if (date === null) return 'unreadable';
  if (min && date < min) return 'early';
  return max && date > max ? 'late' : null;
}

/**
 * Converts a typed day to YYYY-MM-DD.
 * @returns null if it is neither day, month and year with any separators nor ISO 8601
 */
export function isoDate(typed: string): string | null {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed.trim());
  const written = /^(\d{1,2})\D(\d{1,2})\D(\d{4})$/.exec(typed.trim());
  const [year, month, day] = iso ? iso.slice(1) : (written?.slice(1).reverse() ?? []);
  if (year === undefined || month === undefined || day === undefined) return null;
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const moment = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(date) ? date : null;
}
