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

/** Every provider that there is, in the order of the connect dialog. Its name is stored with each channel. */
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

/** The platforms that a provider carries, the one first that a new channel has unless another is asked for. */
export function platformsOf(provider: Provider): Platform[] {
  return Object.keys(offers[provider]) as Platform[];
}

/** What a message travels on. Where the provider is not known, what its platform allows by itself holds. */
export interface Medium {
  platform: Platform;
  provider?: Provider;
}

/** What a provider makes possible on a platform; null where the provider is not known, or does not carry it. */
export function offerOf({ platform, provider }: Medium): PlatformOffer | null {
  const known: Offers = provider ? offers[provider] : {};
  return known[platform] ?? null;
}

export function sends(medium: Medium, what: Sendable): boolean {
  return offerOf(medium)?.sends.includes(what) ?? false;
}

/** What a provider, or else the platform itself, allows and asks for. */
export function rulesOf(medium: Medium): PlatformRules {
  return offerOf(medium) ?? platforms[medium.platform];
}
