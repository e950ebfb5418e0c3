import { useEffect } from 'react';
import { EmptyState, Loader } from '@mantine/core';
import { IconPlugConnected, IconPlugConnectedX } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import type { AppConnectedResponse } from '@parley/contracts/api/apps';
import { api } from '../../lib/api-client';
import { errorText } from '../../lib/i18n';
import { codeOf } from '../../lib/problem';
import { useTranslation } from '../../lib/translation';

/** Completes the sign-in. The service's code is valid once, so the request is never repeated. */
const connectedQuery = (state: string, code: string | null) =>
  queryOptions({
    queryKey: ['app-connected', state],
    queryFn: () =>
      api<AppConnectedResponse>('/api/v3/app-connections', {
        method: 'POST',
        body: { state, ...(code !== null && { code }) },
      }),
    retry: false,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** Page to which the service redirects its sign-in window; closes the window once the app is connected. */
export function Component() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const { data, error } = useQuery(connectedQuery(search.get('state') ?? '', search.get('code')));
  useEffect(() => {
    if (data) window.close();
  }, [data]);
  if (error) {
    return (
      <EmptyState
        role="alert"
        icon={<IconPlugConnectedX stroke={1.4} />}
        title={t('apps.connect.failed')}
        description={`${errorText(codeOf(error))} ${t('apps.connect.closeFailed')}`}
      />
    );
  }
  if (!data) return <Loader m="auto" aria-label={t('apps.connect.finishing')} />;
  const { account, service } = data;
  return (
    <EmptyState
      role="status"
      icon={<IconPlugConnected stroke={1.4} />}
      title={
        account === ''
          ? t('apps.connect.connectedTo', { service })
          : t('apps.connect.connectedAs', { account })
      }
      description={t('apps.connect.close')}
    />
  );
}
