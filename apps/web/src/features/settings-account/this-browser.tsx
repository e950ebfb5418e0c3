import { useEffect, useState } from 'react';
import { Button, Group } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { pushOf, notificationNames } from '@parley/contracts/events/user.events';
import { SettingRow } from '@parley/ui/settings-page';
import { settingOf, useChangeSetting, useMe } from '../../lib/me';
import { pushQuery, pushState, turnPushOff, turnPushOn, type PushState } from '../../lib/push';
import { toastFailure } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import classes from './account.module.css';
import { testPush, type TestResult } from './push-test';

/** State of push notifications in this browser, with a switch, the remedy if they are blocked, and a test. */
export function ThisBrowser() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const chooseFirst = useFirstChoice();
  const [state, setState] = useState<PushState | null>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => void pushState().then(setState), []);
  const change = async (to: () => Promise<PushState>) => {
    setBusy(true);
    await to().then(setState, toastFailure);
    setBusy(false);
  };
  const turnOn = () =>
    change(async () => {
      const after = await turnPushOn(client);
      if (after === 'on') chooseFirst();
      return after;
    });
  const turnOff = () =>
    change(async () => {
      await turnPushOff();
      await client.invalidateQueries(pushQuery);
      return pushState();
    });
  return (
    <SettingRow label={t('account.push.thisBrowser')} hint={state && <Hint state={state} />}>
      {state === 'off' && (
        <Button loading={isBusy} leftSection={<IconBell size={16} />} onClick={() => void turnOn()}>
          {t('account.push.turnOn')}
        </Button>
      )}
      {state === 'on' && (
        <Group gap={8}>
          <Test />
          <Button variant="default" loading={isBusy} onClick={() => void turnOff()}>
            {t('account.push.turnOff')}
          </Button>
        </Group>
      )}
    </SettingRow>
  );
}

/**
 * Returns a function that switches pushes for the user's own conversations on if the user has not chosen any kind
 * yet.
 */
function useFirstChoice(): () => void {
  const me = useMe();
  const { mutate } = useChangeSetting();
  return () => {
    if (notificationNames.some((name) => settingOf(me, pushOf(name)) === '1')) return;
    for (const name of ['notifyConversationAssigned', 'notifyIncomingMessage'] as const) {
      mutate({ name: pushOf(name), value: '1' });
    }
  };
}

function Hint({ state }: { state: PushState }) {
  const { t } = useTranslation();
  if (state !== 'blocked') return t(`account.push.state.${state}`);
  const steps = t(`account.push.unblock.${browserName()}`).split('\n');
  return (
    <>
      {t('account.push.state.blocked')}
      <ol className={classes.steps}>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </>
  );
}

function browserName(): 'firefox' | 'safari' | 'chrome' {
  const { userAgent } = navigator;
  if (/Firefox\//.test(userAgent)) return 'firefox';
  return /Safari\//.test(userAgent) && !/Chrom(e|ium)\//.test(userAgent) ? 'safari' : 'chrome';
}

function Test() {
  const { t } = useTranslation();
  const [isTesting, setTesting] = useState(false);
  const [result, setResult] = useState<TestResult | null>(null);
  const test = async () => {
    setTesting(true);
    setResult(await testPush());
    setTesting(false);
  };
  return (
    <>
      <span role="status" className={classes.tested}>
        {result &&
          ('failed' in result
            ? t(`account.push.failed.${result.failed}`)
            : t('account.push.arrived', { seconds: result.arrivedAfter.toFixed(1) }))}
      </span>
      <Button variant="default" loading={isTesting} onClick={() => void test()}>
        {t('account.push.test')}
      </Button>
    </>
  );
}
