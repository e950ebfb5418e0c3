import { useTranslation } from '../../lib/translation';
import classes from './contact-imports.module.css';

export const wizardSteps = ['upload', 'map', 'review', 'result'] as const;
export type WizardStep = (typeof wizardSteps)[number];

/** At which of the four steps one is. */
export function ImportSteps({ at }: { at: WizardStep }) {
  const { t } = useTranslation();
  return (
    <ol className={classes.steps} aria-label={t('imports.steps')}>
      {wizardSteps.map((step, index) => (
        <li key={step} aria-current={step === at ? 'step' : undefined}>
          {index + 1}. {t(`imports.step.${step}`)}
        </li>
      ))}
    </ol>
  );
}
