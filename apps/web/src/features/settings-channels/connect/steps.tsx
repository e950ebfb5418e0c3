import { useTranslation } from '../../../lib/translation';
import type { ConnectStep } from './connect-values';
import classes from './connect.module.css';

export function Steps({ steps, step }: { steps: ConnectStep[]; step: ConnectStep }) {
  const { t } = useTranslation();
  const at = steps.indexOf(step);
  return (
    <ol className={classes.steps} aria-label={t('channels.steps')}>
      {steps.map((each, index) => (
        <li key={each} aria-current={index === at ? 'step' : undefined} data-done={index < at || undefined}>
          <span aria-hidden>{index + 1}</span>
          {t(`channels.step.${each}`)}
        </li>
      ))}
    </ol>
  );
}
