import { IconClock } from '@tabler/icons-react';
import { useTranslation } from '../../../lib/translation';
import type { CareWindow } from '@parley/contracts/rules/care-window';
import classes from './countdown.module.css';
import { timeLeft } from './time-left';

/** Shows the time left in the care window; nothing if it is unlimited or closed. */
export function Countdown({ window }: { window: CareWindow }) {
  const { t } = useTranslation();
  if (window.state !== 'open') return null;
  const time = timeLeft(window.remainingMs, t);
  return (
    <span
      data-tip={t('composer.windowHint')}
      className={classes.countdown}
      data-urgency={window.urgency}
      aria-label={t('composer.windowLeft', { time })}
      role="timer"
    >
      <IconClock size={14} aria-hidden /> {time}
    </span>
  );
}
