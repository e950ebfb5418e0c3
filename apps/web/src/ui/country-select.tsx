import { Select, type SelectProps } from '@mantine/core';
import { getCountries, getCountryCallingCode } from 'libphonenumber-js';
import { useTranslation } from '../lib/translation';

/** Lets the user choose a country by name and calling code; the value is its ISO 3166 code of two letters. */
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
