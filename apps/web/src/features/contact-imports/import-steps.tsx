import { Steps } from '@parley/ui/steps';
import { useTranslation } from '../../lib/translation';

export const wizardSteps = ['upload', 'map', 'review', 'result'] as const;
export type WizardStep = (typeof wizardSteps)[number];

export function ImportSteps({ at }: { at: WizardStep }) {
  const { t } = useTranslation();
  return (
    <Steps
      label={t('imports.steps')}
      names={wizardSteps.map((step) => t(`imports.step.${step}`))}
      current={wizardSteps.indexOf(at)}
    />
  );
}
