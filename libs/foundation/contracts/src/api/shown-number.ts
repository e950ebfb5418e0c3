const twoDecimals = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** At most two decimals, written as in the United States in every language (spec, section 9). */
export function shownNumber(value: number): string {
  return twoDecimals.format(value);
}
