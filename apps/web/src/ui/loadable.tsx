import type { ReactNode } from 'react';
import { Button, EmptyState, Skeleton, Stack } from '@mantine/core';
import { IconAlertTriangle, IconSearchOff } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { INHERITS_FOCUS } from '../lib/inherits-focus';
import { useTranslation } from '../lib/translation';
import { errorText } from '../lib/i18n';
import { codeOf, RequestFailed } from '../lib/problem';
import { RequestId } from '../lib/request-id';

interface LoadableProps<T> {
  query: UseQueryResult<T>;
  /** Error message if the query fails. */
  failed: string;
  /** Number and height in px of the placeholders while the query loads. */
  skeleton?: { rows: number; height: number };
  children: (data: T) => ReactNode;
}

/** Shows a query's state: placeholders while it loads, an error with a retry button, or its data. */
export function Loadable<T>({
  query,
  failed,
  skeleton = { rows: 4, height: 52 },
  children,
}: LoadableProps<T>) {
  const { t } = useTranslation();
  const { data, isPending, error, refetch } = query;
  if (data !== undefined) return children(data);
  if (isPending) {
    return (
      <Stack gap={8} role="status" aria-busy aria-label={t('common.loading')}>
        {Array.from({ length: skeleton.rows }, (_, row) => (
          <Skeleton key={row} height={skeleton.height} radius={8} />
        ))}
      </Stack>
    );
  }
  // The entity does not exist, so no retry button is shown.
  if (error instanceof RequestFailed && error.status === 404)
    return (
      <EmptyState
        {...INHERITS_FOCUS}
        icon={<IconSearchOff stroke={1.4} />}
        title={errorText(codeOf(error))}
      />
    );
  return (
    <EmptyState
      {...INHERITS_FOCUS}
      icon={<IconAlertTriangle stroke={1.4} />}
      title={failed}
      description={errorText(codeOf(error))}
    >
      <EmptyState.Actions>
        <Button variant="default" onClick={() => void refetch()}>
          {t('common.retry')}
        </Button>
      </EmptyState.Actions>
      <RequestId error={error} />
    </EmptyState>
  );
}
