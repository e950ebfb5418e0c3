import { SettingRow, SettingsPage, SettingsSection } from '@parley/ui/settings-page';
import { can, useMe } from '../../lib/me';
import { useTranslation } from '../../lib/translation';
import { BrowserSettings } from './browser-settings';
import { Notifications } from './notifications';
import { ChoiceSetting, LanguageSetting, SelectSetting, SwitchSetting } from './settings';
import { Signature } from './signature';
import { SignOutEverywhere } from './sign-out-everywhere';

export function Component() {
  const { t } = useTranslation();
  return (
    <SettingsPage title={t('account.title')} intro={t('account.intro')}>
      <Person />
      <SettingsSection title={t('account.display')}>
        <LanguageSetting />
        <ChoiceSetting
          name="timeNotation"
          label={t('account.timeNotation')}
          options={[
            { value: '24', label: t('account.hours24') },
            { value: '12', label: t('account.hours12') },
          ]}
        />
        <BrowserSettings />
      </SettingsSection>
      <SettingsSection title={t('account.writing')}>
        <SwitchSetting
          name="enterToSend"
          label={t('account.enterToSend')}
          hint={t('account.enterToSendHint')}
        />
        <SwitchSetting name="undoSend" label={t('account.undoSend')} hint={t('account.undoSendHint')} />
        <SelectSetting
          name="automaticSignature"
          label={t('account.automaticSignature')}
          hint={t('account.automaticSignatureHint')}
          options={(['as-channel', 'none', 'append-agent-name', 'prepend-agent-name-bold'] as const).map(
            (value) => ({ value, label: t(`account.automatic.${value}`) }),
          )}
        />
      </SettingsSection>
      <Notifications />
      <Signature />
      <SignOutEverywhere />
    </SettingsPage>
  );
}

/** The user's name, e-mail address and role, read-only: only administrators and managers can change them. */
function Person() {
  const { t } = useTranslation();
  const { user, ability } = useMe();
  const mayChange = can(ability, 'create', 'users');
  return (
    <SettingsSection
      title={t('account.person')}
      intro={t(mayChange ? 'account.personOfUsers' : 'account.personOfOthers')}
    >
      <SettingRow label={t('account.name')}>{user.displayName}</SettingRow>
      <SettingRow label={t('account.email')}>{user.email}</SettingRow>
      <SettingRow label={t('account.role')}>{t(`settings.role.${user.role}`)}</SettingRow>
    </SettingsSection>
  );
}
