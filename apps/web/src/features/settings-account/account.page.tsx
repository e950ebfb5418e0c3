import { SegmentedControl, Stack, Switch, Title, useMantineColorScheme } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import type { UserSettingName } from '@parley/contracts/events/access.events';
import { asLanguage, changeLanguage, languages } from '../../lib/i18n';
import { useChangeSetting, useMe, useSetting } from '../../lib/me';
import { usePreference } from '../../lib/preferences';
import { toastFailure } from '../../lib/toast';
import classes from './account.module.css';

/** One's own language, clock, keys and colours. */
export function Component() {
  const { t } = useTranslation();
  const { user } = useMe();
  useDocumentTitle(`${t('settings.title')} · Parley`);
  return (
    <div className={classes.page}>
      <div className={classes.column}>
        <Title order={1} size={20}>
          {t('settings.title')}
        </Title>
        <p className={classes.who}>
          {user.displayName} · {user.email}
        </p>
        <Stack gap={0}>
          <ServerSettings />
          <BrowserSettings />
        </Stack>
      </div>
    </div>
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
      <Row label={t('settings.language')}>
        <SegmentedControl
          aria-label={t('settings.language')}
          value={useSetting('language')}
          onChange={chooseLanguage}
          data={languages.map((language) => ({
            value: language,
            label: t(`settings.languages.${language}`),
          }))}
        />
      </Row>
      <Row label={t('settings.timeNotation')}>
        <SegmentedControl
          aria-label={t('settings.timeNotation')}
          value={useSetting('timeNotation')}
          onChange={(value) => save('timeNotation', value)}
          data={[
            { value: '24', label: t('settings.hours24') },
            { value: '12', label: t('settings.hours12') },
          ]}
        />
      </Row>
      <Row label={t('settings.enterToSend')} hint={t('settings.enterToSendHint')}>
        <Switch
          aria-label={t('settings.enterToSend')}
          checked={enterToSend}
          onChange={(event) => save('enterToSend', event.currentTarget.checked ? '1' : '0')}
        />
      </Row>
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
      <Row label={t('settings.colourScheme')}>
        <SegmentedControl
          aria-label={t('settings.colourScheme')}
          value={colorScheme}
          onChange={setColorScheme}
          data={(['auto', 'light', 'dark'] as const).map((value) => ({
            value,
            label: t(`settings.scheme.${value}`),
          }))}
        />
      </Row>
      <Row label={t('settings.density')}>
        <SegmentedControl
          aria-label={t('settings.density')}
          value={density}
          onChange={setDensity}
          data={(['comfortable', 'compact'] as const).map((value) => ({
            value,
            label: t(`settings.${value}`),
          }))}
        />
      </Row>
      <Row label={t('help.switch')} hint={t('help.switchHint')}>
        <Switch
          aria-label={t('help.switch')}
          checked={shortcuts}
          onChange={(event) => setShortcuts(event.currentTarget.checked)}
        />
      </Row>
    </>
  );
}

function Row({ label, hint, children }: { label: string; hint?: string; children: React.ReactNode }) {
  return (
    <div className={classes.row}>
      <div>
        <div className={classes.label}>{label}</div>
        {hint !== undefined && <div className={classes.hint}>{hint}</div>}
      </div>
      {children}
    </div>
  );
}
