import { SegmentedControl, Switch, useMantineColorScheme } from '@mantine/core';
import { SettingRow } from '@parley/ui/settings-page';
import { usePreference } from '../../lib/preferences';
import { useTranslation } from '../../lib/translation';

/** Preferences that apply only to this browser. */
export function BrowserSettings() {
  const { t } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [density, setDensity] = usePreference('density');
  const [shortcuts, setShortcuts] = usePreference('shortcuts');
  return (
    <>
      <SettingRow label={t('account.colourScheme')} hint={t('account.thisBrowser')}>
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
      <SettingRow label={t('account.density')} hint={t('account.thisBrowser')}>
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
