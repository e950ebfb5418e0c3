const twoDecimals = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** Formats with at most two decimals, in US notation for every language (spec, section 9). */
export function shownNumber(value: number): string {
  return twoDecimals.format(value);
}
