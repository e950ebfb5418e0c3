import { ActionIcon, Switch } from '@mantine/core';
import { IconInfoCircle, IconPlayerPlay } from '@tabler/icons-react';
import { useLocation } from 'react-router-dom';
import {
  notificationNames,
  pushOf,
  soundOf,
  type NotificationName,
} from '@parley/contracts/events/user.events';
import { SettingsSection } from '@parley/ui/settings-page';
import { playSound } from '../../lib/sound';
import { toastMessage } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import classes from './account.module.css';
import { Devices } from './devices';
import { QuietHours } from './quiet-hours';
import { SwitchSetting, useOwnSetting } from './settings';
import { ThisBrowser } from './this-browser';

export function Notifications() {
  const { t } = useTranslation();
  return (
    <SettingsSection title={t('account.notifications')}>
      <p className={classes.note}>
        <IconInfoCircle size={16} aria-hidden />
        {t('account.notificationsHere')}
      </p>
      <ThisBrowser />
      <Devices />
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('account.tellMe')}</th>
            <th scope="col">{t('account.show')}</th>
            <th scope="col">{t('account.push.column')}</th>
            <th scope="col">{t('account.sound')}</th>
            <th scope="col">{t('account.listen')}</th>
          </tr>
        </thead>
        <tbody>
          {notificationNames.map((name) => (
            <Row key={name} name={name} />
          ))}
        </tbody>
      </table>
      <SwitchSetting
        name="pushShowsText"
        label={t('account.push.showsText')}
        hint={t('account.push.showsTextHint')}
      />
      <QuietHours />
    </SettingsSection>
  );
}

function Row({ name }: { name: NotificationName }) {
  const { t } = useTranslation();
  const news = t(`account.news.${name}`);
  const shown = useOwnSetting(name);
  const pushed = useOwnSetting(pushOf(name));
  const sound = useOwnSetting(soundOf(name));
  const isAskedAbout = new URLSearchParams(useLocation().search).get('why') === name;
  const listen = t('account.listenTo', { news });
  return (
    <tr data-why={isAskedAbout || undefined} ref={isAskedAbout ? showRow : undefined}>
      <th scope="row">
        {news}
        {isAskedAbout && <span className={classes.why}>{t('account.push.why')}</span>}
      </th>
      <td>
        <Toggle setting={shown} label={t('account.showNews', { news })} />
      </td>
      <td>
        <Toggle setting={pushed} label={t('account.push.pushNews', { news })} />
      </td>
      <td>
        <Toggle setting={sound} label={t('account.soundNews', { news })} />
      </td>
      <td>
        <ActionIcon
          data-tip={listen}
          aria-label={listen}
          onClick={() => void play(name, t('account.noSound'))}
        >
          <IconPlayerPlay size={16} />
        </ActionIcon>
      </td>
    </tr>
  );
}

function showRow(row: HTMLTableRowElement | null): void {
  row?.scrollIntoView({ block: 'center' });
}

async function play(name: NotificationName, failure: string): Promise<void> {
  await playSound(name).catch(() => toastMessage(failure, 'red'));
}

function Toggle({ setting, label }: { setting: ReturnType<typeof useOwnSetting>; label: string }) {
  return (
    <span className={classes.switch}>
      <Switch
        aria-label={label}
        checked={setting.value === '1'}
        onChange={(event) => setting.save(event.currentTarget.checked ? '1' : '0')}
      />
    </span>
  );
}
