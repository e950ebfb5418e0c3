import type { UseFormReturnType } from '@mantine/form';
import i18next from 'i18next';
import { brokenRules, type SettingRule } from '@parley/contracts/events/channel-rules';
import type { ChannelSettings, Platform } from '@parley/contracts/events/channel.events';
import { errorText } from '../../lib/i18n';
import { codeOf, RequestFailed } from '../../lib/problem';

/** What can be told before the server is asked: its own rules, at the fields that break them. */
export function brokenFields(settings: Partial<ChannelSettings>, platform: Platform): Record<string, string> {
  return Object.fromEntries(
    brokenRules(settings, platform).map(({ field, rule }) => [field, ruleText(rule)]),
  );
}

export function ruleText(rule: SettingRule | 'digits' | 'blanks'): string {
  return i18next.t(`channels.rule.${rule}`);
}

/** Shows a refusal at the fields it is about, as the form names them. @returns whether it is about none of them */
export function showRefusal<Values>(form: UseFormReturnType<Values>, error: unknown, prefix = ''): boolean {
  const fields = error instanceof RequestFailed ? (error.problem?.errors ?? []) : [];
  const code = codeOf(error);
  const errors = fields.map(({ field, rule }): [string, string] => [
    field.startsWith(prefix) ? field.slice(prefix.length) : field,
    code === 'channel_setting_invalid' ? ruleText(rule as SettingRule) : errorText(code),
  ]);
  form.setErrors(Object.fromEntries(errors));
  return errors.length === 0;
}
