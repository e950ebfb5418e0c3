import { useEffect, useRef } from 'react';
import { Alert, Button, Skeleton } from '@mantine/core';
import { useNavigate } from 'react-router-dom';
import { SettingsPage } from '@parley/ui/settings-page';
import { errorText } from '../../lib/i18n';
import { codeOf } from '../../lib/problem';
import { useTranslation } from '../../lib/translation';
import { useCreate } from './engage-api';

/** Begins a draft, and goes on where it is filled in. */
export function Component() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { mutate, isError, error } = useCreate();
  const isBegun = useRef(false);
  const begin = () =>
    mutate({}, { onSuccess: ({ id }) => void navigate(`/engage/edit?id=${id}`, { replace: true }) });
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    begin();
  });
  return (
    <SettingsPage wide title={t('engage.create')} back={{ to: '/engage/list', label: t('engage.title') }}>
      {isError ? (
        <Alert color="red" role="alert" title={errorText(codeOf(error))}>
          <Button variant="default" onClick={begin}>
            {t('common.retry')}
          </Button>
        </Alert>
      ) : (
        <Skeleton height={240} radius={8} role="status" aria-label={t('common.loading')} />
      )}
    </SettingsPage>
  );
}
