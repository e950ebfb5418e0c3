import type { Platform } from './channel.events';

const textLimits: Partial<Record<Platform, number>> = {
  whatsapp: 4096,
  test: 4096,
  telegram: 4096,
  sms: 1530,
  messenger: 20_000,
  direct_messages: 10_000,
};

/** Characters that an outgoing text may have (spec, section 5). */
export function textLimit(platform: Platform): number {
  return textLimits[platform] ?? 1000;
}
