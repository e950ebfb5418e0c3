import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router-dom';
import { Loadable } from '@parley/ui/loadable';
import { SettingsPage } from '@parley/ui/settings-page';
import { useTranslation } from '../../lib/translation';
import { useForBroadcast } from './for-broadcast';
import { ImportSteps, type WizardStep } from './import-steps';
import { importQuery, type Progress } from './imports-api';
import { MapStep } from './map-step';
import { ResultStep } from './result-step';
import { ReviewStep } from './review-step';

/** Page of one import at the step that the URL names: mapping, review or result. */
export function Component() {
  const { t } = useTranslation();
  const { importId = '', step } = useParams();
  const query = useQuery(importQuery(importId));
  const title = query.data?.import.fileName ?? t('imports.one');
  return (
    <SettingsPage wide title={title} back={{ to: '/contacts/imports', label: t('imports.title') }}>
      <Loadable query={query} failed={t('imports.failed')}>
        {(progress) => <Step progress={progress} asked={step} />}
      </Loadable>
    </SettingsPage>
  );
}

function Step({ progress, asked }: { progress: Progress; asked: string | undefined }) {
  const { within } = useForBroadcast();
  const at = stepOf(progress, asked);
  if (at !== asked) return <Navigate to={within(`/contacts/imports/${progress.import.id}/${at}`)} replace />;
  return (
    <>
      <ImportSteps at={at} />
      {at === 'map' && <MapStep held={progress.import} />}
      {at === 'review' && <ReviewStep progress={progress} />}
      {at === 'result' && <ResultStep progress={progress} />}
    </>
  );
}

/** The step in the URL; if the import has not reached it or has passed it, the import's own step. */
function stepOf({ import: { step } }: Progress, asked: string | undefined): WizardStep {
  if (step === 'import' || step === 'undo') return 'result';
  if (step === 'map') return 'map';
  return asked === 'map' ? 'map' : 'review';
}
