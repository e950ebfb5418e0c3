import { NativeSelect, Switch } from '@mantine/core';
import { halfHours } from '@parley/contracts/rules/quiet-hours';
import { SettingRow } from '@parley/ui/settings-page';
import { useTranslation } from '../../lib/translation';
import classes from './account.module.css';
import { useOwnSetting } from './settings';

export function QuietHours() {
  const { t } = useTranslation();
  const on = useOwnSetting('quietHours');
  return (
    <SettingRow label={t('account.push.quiet')} hint={t('account.push.quietHint')}>
      <div className={classes.hours}>
        {on.value === '1' && (
          <>
            <Time name="quietFrom" label={t('account.push.quietFrom')} />
            <span aria-hidden>–</span>
            <Time name="quietUntil" label={t('account.push.quietUntil')} />
          </>
        )}
        <Switch
          aria-label={t('account.push.quiet')}
          checked={on.value === '1'}
          onChange={(event) => on.save(event.currentTarget.checked ? '1' : '0')}
        />
      </div>
    </SettingRow>
  );
}

function Time({ name, label }: { name: 'quietFrom' | 'quietUntil'; label: string }) {
  const { value, save } = useOwnSetting(name);
  return (
    <NativeSelect
      aria-label={label}
      value={value}
      data={[...halfHours]}
      onChange={(event) => save(event.currentTarget.value)}
    />
  );
}
