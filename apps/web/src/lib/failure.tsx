import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { Button, Center, CloseButton, EmptyState } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import type { FailureShape } from './boundary';
import classes from './failure.module.css';
import { INHERITS_FOCUS } from './inherits-focus';
import { errorText } from './i18n';
import { codeOf, isPassing } from './problem';
import { RequestId } from './request-id';
import { useTranslation } from './translation';

/** Interval in ms between two attempts to recover a failed part. */
const RECOVERY_MS = 3_000;

interface FailureProps {
  error: unknown;
  shape: FailureShape;
  fallback?: ReactNode;
  recover: () => Promise<unknown>;
  onRetry: () => void;
  onClose?: () => void;
}

/** Message in place of a failed part, with a button to retry; retries automatically once `recover` resolves. */
export function Failure({ error, shape, fallback, recover, onRetry, onClose }: FailureProps) {
  const { t } = useTranslation();
  const queries = useQueryErrorResetBoundary();
  const retry = () => {
    queries.reset();
    onRetry();
  };
  useRecovery(isPassing(error), recover, retry);
  if (shape === 'none') return null;
  const code = codeOf(error);
  const title = t(shape === 'page' ? 'pages.error.title' : 'pages.error.part');
  const button =
    code === 'part_replaced' ? (
      <Button variant="default" size="compact-md" onClick={() => location.reload()}>
        {t('common.reload')}
      </Button>
    ) : (
      <Button
        variant="default"
        size="compact-md"
        onClick={shape === 'page' ? () => location.reload() : retry}
      >
        {t('common.retry')}
      </Button>
    );
  if (shape === 'page') {
    return (
      <Center mih="100dvh" p="md" component="main">
        <EmptyState
          icon={<IconPlugConnectedX stroke={1.4} />}
          title={title}
          description={errorText(code)}
          maw={420}
        >
          <EmptyState.Actions>{button}</EmptyState.Actions>
          <RequestId error={error} />
        </EmptyState>
      </Center>
    );
  }
  return (
    <>
      {fallback}
      <div className={classes[shape]} role="alert" {...INHERITS_FOCUS}>
        <div>
          <strong>{title}</strong>
          <p className={classes.reason}>{errorText(code)}</p>
        </div>
        {button}
        {onClose && <CloseButton aria-label={t('common.close')} onClick={onClose} />}
        <RequestId error={error} />
      </div>
    </>
  );
}

/** Calls `recover` every three seconds, and when the browser is online again, and retries once it resolves. */
function useRecovery(isOn: boolean, recover: () => Promise<unknown>, retry: () => void): void {
  const look = useEffectEvent(() =>
    recover().then(
      () => true,
      () => false,
    ),
  );
  const onRecovered = useEffectEvent(retry);
  useEffect(() => {
    if (!isOn) return;
    let isLooking = false;
    let isStopped = false;
    const tick = async () => {
      if (isLooking) return;
      isLooking = true;
      const isThere = await look();
      isLooking = false;
      if (isThere && !isStopped) onRecovered();
    };
    const timer = setInterval(() => void tick(), RECOVERY_MS);
    const onOnline = () => void tick();
    window.addEventListener('online', onOnline);
    return () => {
      isStopped = true;
      clearInterval(timer);
      window.removeEventListener('online', onOnline);
    };
  }, [isOn]);
}
