import { useState } from 'react';
import { ActionIcon, Button, Switch, Tooltip } from '@mantine/core';
import { IconBell, IconInfoCircle, IconPlayerPlay } from '@tabler/icons-react';
import { notificationNames, soundOf, type NotificationName } from '@parley/contracts/events/user.events';
import { SettingRow, SettingsSection } from '@parley/ui/settings-page';
import { playSound } from '../../lib/sound';
import { toastMessage } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import classes from './account.module.css';
import { useOwnSetting } from './settings';

/** What one wants to be told of, and how that sounds. */
export function Notifications() {
  const { t } = useTranslation();
  return (
    <SettingsSection title={t('account.notifications')}>
      <p className={classes.note}>
        <IconInfoCircle size={16} aria-hidden />
        {t('account.notificationsHere')}
      </p>
      <Permission />
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('account.tellMe')}</th>
            <th scope="col">{t('account.show')}</th>
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
    </SettingsSection>
  );
}

function Row({ name }: { name: NotificationName }) {
  const { t } = useTranslation();
  const news = t(`account.news.${name}`);
  const shown = useOwnSetting(name);
  const sound = useOwnSetting(soundOf(name));
  const listen = t('account.listenTo', { news });
  return (
    <tr>
      <th scope="row">{news}</th>
      <td>
        <Toggle setting={shown} label={t('account.showNews', { news })} />
      </td>
      <td>
        <Toggle setting={sound} label={t('account.soundNews', { news })} />
      </td>
      <td>
        <Tooltip label={listen}>
          <ActionIcon aria-label={listen} onClick={() => void play(name, t('account.noSound'))}>
            <IconPlayerPlay size={16} />
          </ActionIcon>
        </Tooltip>
      </td>
    </tr>
  );
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

type Granted = NotificationPermission | 'unsupported';

const granted = (): Granted =>
  typeof Notification === 'undefined' ? 'unsupported' : Notification.permission;

/** The browser's own leave, without which nothing can be shown outside of the page. */
function Permission() {
  const { t } = useTranslation();
  const [permission, setPermission] = useState(granted);
  const ask = async () => setPermission(await Notification.requestPermission());
  const test = () => {
    try {
      new Notification(t('account.testTitle'), { body: t('account.testText'), tag: 'parley-test' });
    } catch {
      // Phones show them only for pages that are installed.
      toastMessage(t('account.testFailed'), 'red');
    }
  };
  return (
    <SettingRow label={t('account.permission.label')} hint={t(`account.permission.${permission}`)}>
      {permission === 'default' && (
        <Button variant="default" leftSection={<IconBell size={16} />} onClick={() => void ask()}>
          {t('account.permission.ask')}
        </Button>
      )}
      {permission === 'granted' && (
        <Button variant="default" leftSection={<IconBell size={16} />} onClick={test}>
          {t('account.permission.test')}
        </Button>
      )}
    </SettingRow>
  );
}
