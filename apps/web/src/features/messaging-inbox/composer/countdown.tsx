import { Tooltip } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { useTranslation } from '../../../lib/translation';
import { hoursAndMinutes, type CareWindow } from './care-window';
import classes from './composer.module.css';

/** How long one may still answer. */
export function Countdown({ window }: { window: CareWindow }) {
  const { t } = useTranslation();
  if (window.state !== 'open') return null;
  const { hours, minutes } = hoursAndMinutes(window.remainingMs);
  const time =
    hours > 0 ? t('composer.hoursMinutes', { hours, minutes }) : t('composer.minutes', { minutes });
  return (
    <Tooltip label={t('composer.windowHint')}>
      <span
        className={classes.countdown}
        data-urgency={window.urgency}
        aria-label={t('composer.windowLeft', { time })}
        role="timer"
      >
        <IconClock size={14} aria-hidden /> {time}
      </span>
    </Tooltip>
  );
}
