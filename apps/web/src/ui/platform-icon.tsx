import {
  IconBrandApple,
  IconBrandInstagram,
  IconBrandMessenger,
  IconBrandTelegram,
  IconBrandWhatsapp,
  IconBrandX,
  IconDeviceMobileMessage,
  IconFlask,
  IconMail,
  IconWorld,
  type Icon,
} from '@tabler/icons-react';
import type { Platform } from '@parley/contracts/events/channel.events';

const icons: Record<Platform, { icon: Icon; colour: string }> = {
  whatsapp: { icon: IconBrandWhatsapp, colour: '#1f9d55' },
  sms: { icon: IconDeviceMobileMessage, colour: '#2f7fd1' },
  web: { icon: IconWorld, colour: '#2f7fd1' },
  messenger: { icon: IconBrandMessenger, colour: '#2f7fd1' },
  instagram: { icon: IconBrandInstagram, colour: '#c2407d' },
  telegram: { icon: IconBrandTelegram, colour: '#2f8fc4' },
  direct_messages: { icon: IconBrandX, colour: 'currentColor' },
  business_messages: { icon: IconBrandApple, colour: 'currentColor' },
  email: { icon: IconMail, colour: '#a15c00' },
  test: { icon: IconFlask, colour: '#7c5cd6' },
};

/**
 * Logo of a channel's platform. Decorative if the platform's name is shown beside it; otherwise give the name as the
 * label.
 */
export function PlatformIcon({
  platform,
  size = 14,
  label,
}: {
  platform: Platform;
  size?: number;
  label?: string;
}) {
  const { icon: Mark, colour } = icons[platform];
  return label === undefined ? (
    <Mark size={size} stroke={2} color={colour} aria-hidden />
  ) : (
    <Mark size={size} stroke={2} color={colour} role="img" aria-label={label} />
  );
}
