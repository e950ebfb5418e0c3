import type { ChannelManifest } from '@parley/contracts/channels/manifest';
import type { Provider } from '@parley/contracts/channels/offers';
import type { ProviderAdapter } from './adapter';
import { dialogAdapter } from './360dialog/360dialog.adapter';
import { appleMessagesAdapter } from './apple-messages/apple-messages.adapter';
import { birdAdapter } from './bird/bird.adapter';
import { emailAdapter } from './email/email.adapter';
import { instagramAdapter } from './instagram/instagram.adapter';
import { messagebirdAdapter } from './messagebird/messagebird.adapter';
import { messengerAdapter } from './messenger/messenger.adapter';
import { telegramAdapter } from './telegram/telegram.adapter';
import { testAdapter } from './test/test.adapter';
import { twilioAdapter } from './twilio/twilio.adapter';
import { webChatAdapter } from './web-chat/web-chat.adapter';
import { whatsappCloudAdapter } from './whatsapp-cloud/whatsapp-cloud.adapter';
import { xAdapter } from './x/x.adapter';

/** The adapter of every provider; a missing one is a compile error. */
const adapters: Record<Provider, ProviderAdapter> = {
  'whatsapp-cloud': whatsappCloudAdapter,
  messenger: messengerAdapter,
  instagram: instagramAdapter,
  telegram: telegramAdapter,
  x: xAdapter,
  'apple-messages': appleMessagesAdapter,
  '360dialog': dialogAdapter,
  twilio: twilioAdapter,
  bird: birdAdapter,
  messagebird: messagebirdAdapter,
  'web-chat': webChatAdapter,
  email: emailAdapter,
  test: testAdapter,
};

export function manifestOf(provider: Provider): ChannelManifest {
  return adapters[provider].manifest;
}

export function adapterOf(provider: Provider): ProviderAdapter {
  return adapters[provider];
}
