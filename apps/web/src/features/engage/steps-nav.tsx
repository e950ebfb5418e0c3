import { UnstyledButton } from '@mantine/core';
import { useTranslation } from '../../lib/translation';
import classes from './engage.module.css';
import { steps, type Step } from './steps';

interface StepsNavProps {
  step: Step;
  isDone: (step: Step) => boolean;
  onGo: (step: Step) => void;
}

export function StepsNav({ step, isDone, onGo }: StepsNavProps) {
  const { t } = useTranslation();
  return (
    <nav aria-label={t('engage.steps')}>
      <ol className={classes.steps}>
        {steps.map((one, index) => (
          <li key={one}>
            <UnstyledButton aria-current={one === step ? 'step' : undefined} onClick={() => onGo(one)}>
              {index + 1}. {t(`engage.step.${one}`)}
              {isDone(one) && one !== 'overview' && <span aria-hidden> ✓</span>}
            </UnstyledButton>
          </li>
        ))}
      </ol>
    </nav>
  );
}
