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

/** Values that an administrator enters to connect an account. */
export interface ConnectValues {
  provider: Provider;
  platform: Platform;
  name: string;
  credentials: Credentials;
}

export type ConnectStep = 'choose' | 'prepare' | 'credentials' | 'check' | 'try';

/** A provider without credentials is connected as soon as it is chosen. */
export function stepsFor({ provider, platform }: ConnectValues): ConnectStep[] {
  return fieldsOf(provider, platform).length === 0
    ? ['choose', 'try']
    : ['choose', 'prepare', 'credentials', 'check', 'try'];
}

/**
 * The fields of the dialog. A secret that Parley generates is shown only if an administrator has to enter it at the
 * provider.
 */
export function fieldsOf(provider: Provider, platform: Platform): CredentialField[] {
  const manifest = manifestOf(provider);
  const { feed } = manifest;
  const isShown = feed.by === 'webhook' && feed.registeredBy === 'administrator';
  return askedFor(manifest, platform).filter(({ isOurs }) => !isOurs || isShown);
}

/** Empty values for the provider's fields, with `suggested` for those that Parley generates. */
export function blankOf(
  provider: Provider,
  suggested: string,
  platform = platformsOf(provider)[0]!,
): Omit<ConnectValues, 'name'> {
  const fields = askedFor(manifestOf(provider), platform);
  const values = fields.map(({ key, isOurs }) => [key, isOurs ? suggested : '']);
  return { provider, platform, credentials: Object.fromEntries(values) as Credentials };
}

/** Removes whitespace around pasted values. */
export function requestOf({ provider, platform, name, credentials }: ConnectValues): ConnectValues {
  return { provider, platform, name, credentials: withoutBlanks(credentials) };
}

/** Errors of a step's fields, found without a request to the provider. */
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
