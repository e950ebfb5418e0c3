import { useEffect, useState } from 'react';
import { Button, Group, Paper } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { closeNotifications, pushState, refreshPush, turnPushOn } from '../../lib/push';
import { useRealtime } from '../../lib/live';
import { readLocal, writeLocal } from '../../lib/local-storage';
import { useChangeSetting, useMe } from '../../lib/me';
import { toastFailure } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import classes from './push-offer.module.css';

const askedKey = 'parley.pushAsked';
const AGAIN_MS = 30 * 24 * 3_600_000;

/**
 * Handles messages of the service worker, closes notifications of conversations that were read, and offers to switch
 * on push notifications once the user has missed a message, at most every 30 days after "Not now".
 */
export function PushOffer() {
  const { t } = useTranslation();
  const realtime = useRealtime();
  const navigate = useNavigate();
  const client = useQueryClient();
  const me = useMe();
  const change = useChangeSetting();
  const [isOffered, setOffered] = useState(false);
  const userId = me.user.id;

  useEffect(() => void refreshPush().catch(() => undefined), []);
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return;
    const { serviceWorker } = navigator;
    const hear = ({ data }: MessageEvent<{ type?: string; path?: string }>) => {
      if (data?.type === 'push-open' && data.path?.startsWith('/')) void navigate(data.path);
    };
    serviceWorker.addEventListener('message', hear);
    return () => serviceWorker.removeEventListener('message', hear);
  }, [navigate]);
  useEffect(
    () =>
      realtime.hear((push) => {
        if (push === null) return;
        const done = push.rows.filter(({ read, status }) => read || status !== 'open').map(({ id }) => id);
        void closeNotifications(new Set([...done, ...push.gone])).catch(() => undefined);
        const isMissed = push.rows.some(
          ({ read, assignedUserId }) => !read && assignedUserId === userId && document.hidden,
        );
        if (isMissed && mayAsk()) void pushState().then((state) => state === 'off' && setOffered(true));
      }),
    [realtime, userId],
  );

  if (!isOffered) return null;
  const turnOn = async () => {
    setOffered(false);
    const state = await turnPushOn(client).catch(toastFailure);
    if (state !== 'on') return;
    for (const name of ['pushNotifyIncomingMessage', 'pushNotifyConversationAssigned'] as const) {
      change.mutate({ name, value: '1' });
    }
  };
  const notNow = () => {
    writeLocal(askedKey, String(Date.now()));
    setOffered(false);
  };
  return (
    <Paper role="region" aria-label={t('push.offer')} withBorder shadow="md" className={classes.offer}>
      <p className={classes.text}>{t('push.offer')}</p>
      <Group gap={8}>
        <Button size="xs" onClick={() => void turnOn()}>
          {t('push.turnOn')}
        </Button>
        <Button size="xs" variant="subtle" onClick={notNow}>
          {t('push.notNow')}
        </Button>
      </Group>
    </Paper>
  );
}

function mayAsk(): boolean {
  return Date.now() - Number(readLocal(askedKey) ?? 0) > AGAIN_MS;
}
