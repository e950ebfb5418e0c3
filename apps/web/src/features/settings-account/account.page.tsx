import { SegmentedControl, Stack, Switch, useMantineColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { UserSettingName } from '@parley/contracts/events/user.events';
import { asLanguage, changeLanguage, languages } from '../../lib/i18n';
import { useChangeSetting, useMe, useSetting } from '../../lib/me';
import { usePreference } from '../../lib/preferences';
import { SettingRow, SettingsPage } from '../../lib/settings/settings-page';
import { toastFailure } from '../../lib/toast';

/** One's own language, clock, keys and colours. */
export function Component() {
  const { t } = useTranslation();
  const { user } = useMe();
  return (
    <SettingsPage title={t('account.title')} intro={`${user.displayName} · ${user.email}`}>
      <Stack gap={0}>
        <ServerSettings />
        <BrowserSettings />
      </Stack>
    </SettingsPage>
  );
}

/** Kept by the server: the same wherever one signs in. */
function ServerSettings() {
  const { t } = useTranslation();
  const change = useChangeSetting();
  const save = (name: UserSettingName, value: string) =>
    change.mutate({ name, value }, { onError: (error) => toastFailure(error) });
  const enterToSend = useSetting('enterToSend') === '1';

  const chooseLanguage = (value: string) => {
    const language = asLanguage(value);
    if (!language) return;
    void changeLanguage(language);
    save('language', language);
  };
  return (
    <>
      <SettingRow label={t('account.language')}>
        <SegmentedControl
          aria-label={t('account.language')}
          value={useSetting('language')}
          onChange={chooseLanguage}
          data={languages.map((language) => ({
            value: language,
            label: t(`account.languages.${language}`),
          }))}
        />
      </SettingRow>
      <SettingRow label={t('account.timeNotation')}>
        <SegmentedControl
          aria-label={t('account.timeNotation')}
          value={useSetting('timeNotation')}
          onChange={(value) => save('timeNotation', value)}
          data={[
            { value: '24', label: t('account.hours24') },
            { value: '12', label: t('account.hours12') },
          ]}
        />
      </SettingRow>
      <SettingRow label={t('account.enterToSend')} hint={t('account.enterToSendHint')}>
        <Switch
          aria-label={t('account.enterToSend')}
          checked={enterToSend}
          onChange={(event) => save('enterToSend', event.currentTarget.checked ? '1' : '0')}
        />
      </SettingRow>
    </>
  );
}

/** Kept in this browser. */
function BrowserSettings() {
  const { t } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [density, setDensity] = usePreference('density');
  const [shortcuts, setShortcuts] = usePreference('shortcuts');
  return (
    <>
      <SettingRow label={t('account.colourScheme')}>
        <SegmentedControl
          aria-label={t('account.colourScheme')}
          value={colorScheme}
          onChange={setColorScheme}
          data={(['auto', 'light', 'dark'] as const).map((value) => ({
            value,
            label: t(`account.scheme.${value}`),
          }))}
        />
      </SettingRow>
      <SettingRow label={t('account.density')}>
        <SegmentedControl
          aria-label={t('account.density')}
          value={density}
          onChange={setDensity}
          data={(['comfortable', 'compact'] as const).map((value) => ({
            value,
            label: t(`account.${value}`),
          }))}
        />
      </SettingRow>
      <SettingRow label={t('help.switch')} hint={t('help.switchHint')}>
        <Switch
          aria-label={t('help.switch')}
          checked={shortcuts}
          onChange={(event) => setShortcuts(event.currentTarget.checked)}
        />
      </SettingRow>
    </>
  );
}
