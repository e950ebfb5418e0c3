import type { UseFormReturnType } from '@mantine/form';
import i18next from 'i18next';
import { brokenRules, type SettingRule } from '@parley/contracts/events/channel-rules';
import type { CredentialRule } from '@parley/contracts/channels/credentials';
import type { Medium } from '@parley/contracts/channels/offers';
import type { ChannelSettings } from '@parley/contracts/events/channel.events';
import { errorText } from '../../lib/i18n';
import { codeOf, RequestFailed } from '../../lib/problem';

/** What can be told before the server is asked: its own rules, at the fields that break them. */
export function brokenFields(settings: Partial<ChannelSettings>, medium: Medium): Record<string, string> {
  return Object.fromEntries(brokenRules(settings, medium).map(({ field, rule }) => [field, ruleText(rule)]));
}

export function ruleText(rule: SettingRule | CredentialRule): string {
  return i18next.t(`channels.rule.${rule}`);
}

/** Shows a refusal at the fields it is about, as the form names them. @returns whether it is about none of them */
export function showRefusal<Values>(form: UseFormReturnType<Values>, error: unknown): boolean {
  const fields = error instanceof RequestFailed ? (error.problem?.errors ?? []) : [];
  const code = codeOf(error);
  const errors = fields.map(({ field, rule }): [string, string] => [
    field,
    code === 'channel_setting_invalid' || (code === 'invalid_input' && field.startsWith('credentials.'))
      ? ruleText(rule as SettingRule | CredentialRule)
      : errorText(code),
  ]);
  form.setErrors(Object.fromEntries(errors));
  return errors.length === 0;
}
