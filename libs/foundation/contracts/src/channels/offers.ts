import type { Offers, PlatformOffer, Sendable } from './manifest';
import type { Platform } from './platform';
import { platforms, type PlatformRules } from './platforms';
import { offers as dialog360 } from './360dialog/offers';
import { offers as appleMessages } from './apple-messages/offers';
import { offers as bird } from './bird/offers';
import { offers as email } from './email/offers';
import { offers as instagram } from './instagram/offers';
import { offers as messagebird } from './messagebird/offers';
import { offers as messenger } from './messenger/offers';
import { offers as telegram } from './telegram/offers';
import { offers as test } from './test/offers';
import { offers as twilio } from './twilio/offers';
import { offers as webChat } from './web-chat/offers';
import { offers as whatsappCloud } from './whatsapp-cloud/offers';
import { offers as x } from './x/offers';

/** All providers in the order of the connect dialog. Each channel stores its provider's name. */
const offers = {
  'whatsapp-cloud': whatsappCloud,
  messenger,
  instagram,
  telegram,
  x,
  'apple-messages': appleMessages,
  '360dialog': dialog360,
  twilio,
  bird,
  messagebird,
  'web-chat': webChat,
  email,
  test,
} satisfies Record<string, Offers>;

export type Provider = keyof typeof offers;

export const providers = Object.keys(offers) as Provider[];

export function isProvider(name: unknown): name is Provider {
  return typeof name === 'string' && Object.hasOwn(offers, name);
}

/** The provider's platforms, beginning with the default of a new channel. */
export function platformsOf(provider: Provider): Platform[] {
  return Object.keys(offers[provider]) as Platform[];
}

/**
 * The platform and the provider that carry a message. If the provider is unknown, the rules of the platform apply.
 */
export interface Medium {
  platform: Platform;
  provider?: Provider;
}

/** Features and limits of a provider on a platform; null if the provider is unknown or lacks the platform. */
export function offerOf({ platform, provider }: Medium): PlatformOffer | null {
  const known: Offers = provider ? offers[provider] : {};
  return known[platform] ?? null;
}

export function sends(medium: Medium, what: Sendable): boolean {
  return offerOf(medium)?.sends.includes(what) ?? false;
}

/** Limits and requirements of the provider, or of the platform if the provider is unknown. */
export function rulesOf(medium: Medium): PlatformRules {
  return offerOf(medium) ?? platforms[medium.platform];
}
