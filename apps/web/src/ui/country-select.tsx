import { Select, type SelectProps } from '@mantine/core';
import { getCountries, getCountryCallingCode } from 'libphonenumber-js';
import { useTranslation } from '../lib/translation';

/** A country by its name in the reader's language and its calling code; the value is its two letters of ISO 3166. */
export function CountrySelect({ placeholder, ...props }: Omit<SelectProps, 'data'>) {
  const { language } = useTranslation();
  const regions = new Intl.DisplayNames([language], { type: 'region' });
  const countries = getCountries()
    .map((value) => ({
      value: String(value),
      label: `${regions.of(value)} (+${getCountryCallingCode(value)})`,
    }))
    .sort((a, b) => a.label.localeCompare(b.label, language));
  return (
    <Select
      searchable
      clearable
      clearButtonProps={{ 'aria-label': placeholder }}
      placeholder={placeholder}
      data={countries}
      {...props}
    />
  );
}
