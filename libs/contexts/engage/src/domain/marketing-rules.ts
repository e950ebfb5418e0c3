import type { BroadcastTemplate } from '@parley/contracts/events';

/**
 * Phone numbers to which the provider does not deliver a message: those that begin with `code` and with none of
 * `except`. Digits only.
 */
export interface BarredNumbers {
  code: string;
  except: readonly string[];
}

/**
 * Area codes of the North American Numbering Plan outside of the United States and their territories, from the
 * metadata of libphonenumber: those of Canada, Jamaica, the Dominican Republic, and of countries with one code each.
 */
const notUnitedStates = `
  204 226 236 249 250 257 263 273 289 306 343 354 365 367 368 382 403 416 418 428
  431 437 438 450 468 474 506 514 519 548 579 581 584 587 600 604 613 622 633 639
  647 672 683 705 709 742 753 778 780 782 807 819 825 867 873 879 902 905 942 658
  876 809 829 849 242 246 264 268 284 345 441 473 649 664 721 758 767 784 868 869`
  .trim()
  .split(/\s+/);

/**
 * Since April 2025, WhatsApp delivers no marketing templates to numbers of the United States, which are +1 with an
 * area code of theirs.
 */
const UNITED_STATES: BarredNumbers = { code: '1', except: notUnitedStates.map((area) => `1${area}`) };

/** The numbers that a broadcast with these templates leaves out; null if it leaves out none. */
export function barredNumbers(
  templates: (Pick<BroadcastTemplate, 'category'> | null | undefined)[],
): BarredNumbers | null {
  return templates.some((template) => template?.category === 'marketing') ? UNITED_STATES : null;
}
