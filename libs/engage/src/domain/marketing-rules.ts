import type { BroadcastTemplate } from '@parley/contracts/events';

/** WhatsApp brings no marketing to numbers with this calling code, since April 2025. */
const NO_MARKETING_TO = '1';

/** The calling code whose numbers a broadcast with these templates leaves out; null: none. */
export function barredCode(
  templates: (Pick<BroadcastTemplate, 'category'> | null | undefined)[],
): string | null {
  return templates.some((template) => template?.category === 'marketing') ? NO_MARKETING_TO : null;
}
