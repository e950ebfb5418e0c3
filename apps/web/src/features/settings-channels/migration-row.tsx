import { useState } from 'react';
import { Alert, Button, Group, Text } from '@mantine/core';
import { ConfirmDialog } from '@parley/ui/dialog';
import { errorText } from '../../lib/i18n';
import { useTranslation } from '../../lib/translation';
import { useMigrateMessagebird } from './channels-api';

/** Action that migrates channels from MessageBird's classic APIs to Bird and shows the result for each channel. */
export function MigrationRow() {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const migrate = useMigrateMessagebird();
  return (
    <>
      <Group justify="space-between" my={12}>
        <Text size="sm" c="dimmed">
          {t('channels.migration.hint')}
        </Text>
        <Button variant="default" onClick={() => setAsking(true)}>
          {t('channels.migration.move')}
        </Button>
      </Group>
      {migrate.data && (
        <Alert role="status" mb={12}>
          {migrate.data.data.map(({ channelId, name, code }) => (
            <div key={channelId}>
              {name}: {code === null ? t('channels.migration.moved') : errorText(code)}
            </div>
          ))}
        </Alert>
      )}
      <ConfirmDialog
        opened={isAsking}
        title={t('channels.migration.move')}
        confirm={t('channels.migration.move')}
        action={() => migrate.mutateAsync()}
        onDone={() => setAsking(false)}
        onClose={() => setAsking(false)}
      >
        {t('channels.migration.affects')}
      </ConfirmDialog>
    </>
  );
}
