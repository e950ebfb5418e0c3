import { useState } from 'react';
import { Button, EmptyState, Group, Modal, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ParkedResponse } from '@parley/contracts/api/parked';
import { errorText } from '../../lib/i18n';
import { parkedQuery } from '../../lib/parked';
import { codeOf } from '../../lib/problem';
import { useTranslation } from '../../lib/translation';
import { useParkedAction } from './parked-api';
import { ParkedRow } from './parked-row';
import classes from './parked.module.css';

/** Messages of the bus that could not be processed: why, and what to do with them. */
export function Component() {
  const { t } = useTranslation();
  useDocumentTitle(`${t('parked.title')} · Parley`);
  return (
    <div className={classes.page}>
      <div className={classes.column}>
        <Title order={1} size={20}>
          {t('parked.title')}
        </Title>
        <p className={classes.intro}>{t('parked.intro')}</p>
        <Parked />
      </div>
    </div>
  );
}

function Parked() {
  const { t } = useTranslation();
  const { data: rows, isPending, isError, error, refetch } = useQuery(parkedQuery);
  if (isPending) {
    return (
      <Stack gap={12} aria-busy aria-label={t('common.loading')} role="status">
        {[0, 1, 2].map((row) => (
          <Skeleton key={row} height={72} radius={8} />
        ))}
      </Stack>
    );
  }
  if (isError && !rows) {
    return (
      <EmptyState
        icon={<IconAlertTriangle stroke={1.4} />}
        title={t('parked.failed')}
        description={errorText(codeOf(error))}
      >
        <EmptyState.Actions>
          <Button variant="default" onClick={() => void refetch()}>
            {t('common.retry')}
          </Button>
        </EmptyState.Actions>
      </EmptyState>
    );
  }
  if (rows.length === 0) {
    return (
      <EmptyState
        icon={<IconCircleCheck stroke={1.4} />}
        title={t('parked.none')}
        description={t('parked.noneHint')}
      />
    );
  }
  return <ParkedList rows={rows} />;
}

function ParkedList({ rows }: { rows: ParkedResponse[] }) {
  const { t } = useTranslation();
  const [toDrop, setToDrop] = useState<ParkedResponse | null>(null);
  const act = useParkedAction();
  const busy = (id: string) => act.isPending && act.variables.id === id;
  const drop = () => {
    if (toDrop) act.mutate({ id: toDrop.id, action: 'drop' });
    setToDrop(null);
  };
  return (
    <>
      <ul className={classes.list} aria-label={t('parked.title')}>
        {rows.map((row) => (
          <ParkedRow
            key={row.id}
            row={row}
            isBusy={busy(row.id)}
            onRetry={() => act.mutate({ id: row.id, action: 'retry' })}
            onDrop={() => setToDrop(row)}
          />
        ))}
      </ul>
      <Modal
        opened={toDrop !== null}
        onClose={() => setToDrop(null)}
        title={t('parked.dropTitle')}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        <Text size="sm">{t('parked.dropText')}</Text>
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={() => setToDrop(null)}>
            {t('common.cancel')}
          </Button>
          <Button color="red" onClick={drop}>
            {t('parked.drop')}
          </Button>
        </Group>
      </Modal>
    </>
  );
}
