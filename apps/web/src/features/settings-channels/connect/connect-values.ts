import {
  askedFor,
  brokenCredentials,
  withoutBlanks,
  type Credentials,
} from '@parley/contracts/channels/credentials';
import type { CredentialField } from '@parley/contracts/channels/manifest';
import { platformsOf, type Provider } from '@parley/contracts/channels/offers';
import type { Platform } from '@parley/contracts/events/channel.events';
import { manifestOf } from '../manifests';
import { ruleText } from '../refusal';

/** Values that an administrator enters to connect a provider's account. */
export interface ConnectValues {
  provider: Provider;
  platform: Platform;
  name: string;
  credentials: Credentials;
}

export type ConnectStep = 'choose' | 'prepare' | 'credentials' | 'check' | 'try';

/** Steps of the dialog. A provider without credentials is connected right after it is chosen. */
export function stepsFor({ provider, platform }: ConnectValues): ConnectStep[] {
  return fieldsOf(provider, platform).length === 0
    ? ['choose', 'try']
    : ['choose', 'prepare', 'credentials', 'check', 'try'];
}

/**
 * Credential fields of the dialog. A secret that Parley generates is among them only if an administrator has to enter
 * it at the provider.
 */
export function fieldsOf(provider: Provider, platform: Platform): CredentialField[] {
  const manifest = manifestOf(provider);
  const { feed } = manifest;
  const isShown = feed.by === 'webhook' && feed.registeredBy === 'administrator';
  return askedFor(manifest, platform).filter(({ isOurs }) => !isOurs || isShown);
}

/** Initial values of the provider's fields: `suggested` for those that Parley generates, empty for others. */
export function blankOf(
  provider: Provider,
  suggested: string,
  platform = platformsOf(provider)[0]!,
): Omit<ConnectValues, 'name'> {
  const fields = askedFor(manifestOf(provider), platform);
  const values = fields.map(({ key, isOurs }) => [key, isOurs ? suggested : '']);
  return { provider, platform, credentials: Object.fromEntries(values) as Credentials };
}

/** Converts the values to a request and removes whitespace around pasted ones. */
export function requestOf({ provider, platform, name, credentials }: ConnectValues): ConnectValues {
  return { provider, platform, name, credentials: withoutBlanks(credentials) };
}

/** Errors in the fields of a step that can be found without a request to the provider, by field. */
export function brokenAt(
  step: ConnectStep,
  { provider, platform, name, credentials }: ConnectValues,
): Record<string, string> {
  const errors: Record<string, string> = name.trim() === '' ? { name: ruleText('required') } : {};
  if (step === 'choose' || step === 'prepare') return errors;
  for (const { key, rule } of brokenCredentials(manifestOf(provider), platform, withoutBlanks(credentials))) {
    errors[`credentials.${key}`] = ruleText(rule);
  }
  return errors;
}
