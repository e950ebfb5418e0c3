import i18next from 'i18next';
import type { SettingRule } from '@parley/contracts/rules/broken-rule';
import { brokenRules } from '@parley/contracts/rules/channel-rules';
import type { CredentialRule } from '@parley/contracts/channels/credentials';
import type { Medium } from '@parley/contracts/channels/offers';
import type { ChannelSettings } from '@parley/contracts/events/channel.events';

/**
 * Checks settings by the server's rules before the request.
 * @returns error messages by field
 */
export function brokenFields(settings: Partial<ChannelSettings>, medium: Medium): Record<string, string> {
  return Object.fromEntries(brokenRules(settings, medium).map(({ field, rule }) => [field, ruleText(rule)]));
}

export function ruleText(rule: SettingRule | CredentialRule): string {
  return i18next.t(`channels.rule.${rule}`);
}

/**
 * Error message for a field that the server refused; undefined if the violated rule does not belong to these forms.
 */
export function refusalWords(field: string, rule: string, code: string): string | undefined {
  const isOurs =
    code === 'channel_setting_invalid' || (code === 'invalid_input' && field.startsWith('credentials.'));
  return isOurs ? ruleText(rule as SettingRule | CredentialRule) : undefined;
}
