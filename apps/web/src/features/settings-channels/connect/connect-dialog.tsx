import { useState } from 'react';
import { Button } from '@mantine/core';
import { providers } from '@parley/contracts/channels/offers';
import { Dialog } from '@parley/ui/dialog';
import { FormDialog } from '@parley/ui/entity-form';
import { useEntityForm } from '@parley/ui/use-entity-form';
import { newId } from '../../../lib/id';
import { toastFailure } from '../../../lib/toast';
import { useTranslation } from '../../../lib/translation';
import { useCheckConnection, useConnectChannel } from '../channels-api';
import { refusalWords } from '../refusal';
import { CheckStep } from './check-step';
import { ChooseStep } from './choose-step';
import {
  blankOf,
  brokenAt,
  fieldsOf,
  requestOf,
  stepsFor,
  type ConnectStep,
  type ConnectValues,
} from './connect-values';
import { CredentialsStep } from './credentials-step';
import { PrepareStep } from './prepare-step';
import { SignupPanel } from './signup-panel';
import { Steps } from './steps';
import { TryStep } from './try-step';

const SIZE = 720;

/** Dialog that connects an account of a provider step by step; the provider's manifest determines the fields. */
export function ConnectDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [connected, setConnected] = useState<Connected | null>(null);
  if (!connected) return <ConnectForm onConnected={setConnected} onClose={onClose} />;
  const { id, values, isSignedUp } = connected;
  return (
    <Dialog opened onClose={onClose} size={SIZE} title={t('channels.connected', { name: values.name })}>
      <Steps steps={stepsFor(values)} step="try" />
      <TryStep id={id} values={values} isSignedUp={isSignedUp} onDone={onClose} />
    </Dialog>
  );
}

interface Connected {
  id: string;
  values: ConnectValues;
  /**
   * Whether the channel was connected through the provider's own sign-up page, so that the user need not enter a
   * webhook there.
   */
  isSignedUp?: boolean;
}

interface ConnectFormProps {
  onConnected: (connected: Connected) => void;
  onClose: () => void;
}

function ConnectForm({ onConnected, onClose }: ConnectFormProps) {
  const { t } = useTranslation();
  const [suggested] = useState(() => newId().replaceAll('-', ''));
  const [step, setStep] = useState<ConnectStep>('choose');
  const check = useCheckConnection();
  const entity = useEntityForm({
    values: { ...blankOf(providers[0]!, suggested), name: '' },
    rules: (values) => brokenAt(step, values),
    wordsOf: refusalWords,
    command: useConnectChannel(),
    request: requestOf,
    onSaved: ({ id }, wanted) => onConnected({ id, values: requestOf(wanted) }),
  });
  const { form } = entity;
  const steps = stepsFor(form.values);
  const at = steps.indexOf(step);
  const isLast = steps[at + 1] === 'try';
  const isRefused = check.data?.lines.some(({ code }) => code !== null) ?? true;
  const goOn = (values: ConnectValues) => {
    if (isLast) return void entity.save(values);
    if (step !== 'credentials') return setStep(steps[at + 1]!);
    check.mutate(requestOf(values), {
      onSuccess: () => setStep('check'),
      onError: (error) => toastFailure(error),
    });
  };
  const isFieldWrong = Object.keys(form.errors).some((field) => field.startsWith('credentials.'));
  // If the server refuses a credential at the last step, the dialog goes back to the step with that field.
  const shown = step === 'check' && isFieldWrong ? 'credentials' : step;
  const labels = {
    choose: 'next',
    prepare: 'next',
    credentials: 'check',
    check: 'connect',
    try: 'next',
  } as const;
  return (
    <FormDialog
      entity={{ ...entity, isSaving: entity.isSaving || check.isPending }}
      title={t('channels.connectTitle')}
      size={SIZE}
      confirm={t(`channels.${isLast ? 'connect' : labels[step]}`)}
      isDisabled={step === 'check' && isRefused}
      onSubmit={goOn}
      onClose={onClose}
    >
      <Steps steps={steps} step={shown} />
      {shown === 'choose' && <ChooseStep form={form} suggested={suggested} />}
      {shown === 'prepare' && (
        <>
          <SignupPanel
            values={form.values}
            onConnected={(id) => onConnected({ id, values: requestOf(form.values), isSignedUp: true })}
          />
          <PrepareStep values={form.values} />
        </>
      )}
      {shown === 'credentials' && (
        <CredentialsStep form={form} fields={fieldsOf(form.values.provider, form.values.platform)} />
      )}
      {shown === 'check' && check.data && <CheckStep values={form.values} result={check.data} />}
      {at > 0 && (
        <Button variant="subtle" mr="auto" onClick={() => setStep(steps[at - 1]!)}>
          {t('channels.back')}
        </Button>
      )}
    </FormDialog>
  );
}
