import type { FileLimit, PlatformOffer, TextLimit } from './manifest';
import type { Platform } from './platform';

/** Rules of a platform that are independent of the provider. */
export type PlatformRules = Pick<PlatformOffer, 'limits' | 'contactIdentity'>;

const source = 'specification, section 5';

/** Maximum size of files whose MIME types have these prefixes; without prefixes, of all other files. */
function upTo(megabytes: number, types = ['']): FileLimit {
  return { types, mostBytes: megabytes * 1024 * 1024, source };
}

function rules(
  contactIdentity: PlatformOffer['contactIdentity'],
  most = 1000,
  unit: TextLimit['unit'] = 'utf-16',
  files = [upTo(5)],
): PlatformRules {
  return { contactIdentity, limits: { text: { most, unit, source }, files } };
}

/** Default limits; a manifest uses them or states stricter limits with their source. */
export const platforms: Record<Platform, PlatformRules> = {
  whatsapp: rules('phone', 4096, 'utf-16', [
    upTo(16, ['video/', 'audio/']),
    upTo(100, ['text/', 'application/']),
    upTo(5),
  ]),
  test: rules('phone', 4096, 'utf-16', [upTo(64)]),
  sms: rules('phone', 1530, 'sms'),
  email: rules('email'),
  telegram: rules('none', 4096),
  messenger: rules('none', 20_000),
  direct_messages: rules('none', 10_000),
  instagram: rules('none', 1000, 'utf-8'),
  web: rules('none'),
  business_messages: rules('none'),
};

export const platformNames = Object.keys(platforms) as Platform[];
