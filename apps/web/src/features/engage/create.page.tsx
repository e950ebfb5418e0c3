import { Alert } from '@mantine/core';
import { useNavigate } from 'react-router-dom';
import type { BroadcastRequest } from '@parley/contracts/api/broadcasts.requests';
import { SettingsPage } from '@parley/ui/settings-page';
import { errorText } from '../../lib/i18n';
import { codeOf } from '../../lib/problem';
import { useTranslation } from '../../lib/translation';
import { TemplateStep } from './audience-steps';
import { useCreate } from './engage-api';
import classes from './engage.module.css';
import type { Step } from './steps';
import { StepsNav } from './steps-nav';

/** First step of a new broadcast. The user's first choice creates the draft and opens the wizard. */
export function Component() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { mutate, isPending, error } = useCreate();
  const begin = (chosen: BroadcastRequest, step: Step) => {
    if (isPending) return;
    mutate(chosen, {
      onSuccess: ({ id }) => void navigate(`/engage/edit?id=${id}&step=${step}`, { replace: true }),
    });
  };
  return (
    <SettingsPage wide title={t('engage.create')} back={{ to: '/engage/list', label: t('engage.title') }}>
      <div className={classes.wizard}>
        <StepsNav step="template" isDone={() => false} onGo={(step) => begin({}, step)} />
        <div aria-busy={isPending}>
          {error && <Alert color="red" role="alert" mb="sm" title={errorText(codeOf(error))} />}
          <TemplateStep content={{ templateId: null }} change={(chosen) => begin(chosen, 'template')} />
        </div>
      </div>
    </SettingsPage>
  );
}
