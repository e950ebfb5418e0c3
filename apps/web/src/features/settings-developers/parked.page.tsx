import { useState } from 'react';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ParkedResponse } from '@parley/contracts/api/parked';
import { ConfirmDialog } from '@parley/ui/dialog';
import { EntityList } from '@parley/ui/entity-list';
import { Loadable } from '@parley/ui/loadable';
import { SettingsPage } from '@parley/ui/settings-page';
import { parkedQuery } from '../../lib/parked';
import { useTranslation } from '../../lib/translation';
import { useParkedAction } from './parked-api';
import { ParkedRow } from './parked-row';

/** Page of the dead letters, which are bus messages that failed at every try; the user retries or drops them. */
export function Component() {
  const { t } = useTranslation();
  return (
    <SettingsPage title={t('parked.title')} intro={t('parked.intro')}>
      <Loadable query={useQuery(parkedQuery)} failed={t('parked.failed')} skeleton={{ rows: 3, height: 72 }}>
        {(rows) => <ParkedList rows={rows} />}
      </Loadable>
    </SettingsPage>
  );
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
      <EntityList
        label={t('parked.title')}
        entities={rows}
        empty={{
          icon: <IconCircleCheck stroke={1.4} />,
          title: t('parked.none'),
          text: t('parked.noneHint'),
        }}
      >
        {(row) => (
          <ParkedRow
            key={row.id}
            row={row}
            isBusy={busy(row.id)}
            onRetry={() => act.mutate({ id: row.id, action: 'retry' })}
            onDrop={() => setToDrop(row)}
          />
        )}
      </EntityList>
      <ConfirmDialog
        opened={toDrop !== null}
        title={t('parked.dropTitle')}
        confirm={t('parked.drop')}
        action={async () => drop()}
        onClose={() => setToDrop(null)}
      >
        {t('parked.dropText')}
      </ConfirmDialog>
    </>
  );
}
