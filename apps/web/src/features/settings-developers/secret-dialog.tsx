import { Button, CopyButton, Group, Stack, Text } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { Dialog } from '@parley/ui/dialog';
import { useTranslation } from '../../lib/translation';
import classes from './api-keys.module.css';

/** Dialog that shows a secret once and closes only when the user confirms that they stored it. */
export function SecretDialog({ secret, onStored }: { secret: string | null; onStored: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog
      opened
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      onClose={onStored}
      title={t('apiKeys.secretTitle')}
      size={560}
    >
      <Stack gap={16}>
        {secret === null ? (
          <Text>{t('apiKeys.secretGone')}</Text>
        ) : (
          <>
            <Text>{t('apiKeys.secretText')}</Text>
            <code className={classes.secret} data-testid="secret">
              {secret}
            </code>
          </>
        )}
        <Group justify="flex-end" gap={8}>
          {secret !== null && (
            <CopyButton value={secret}>
              {({ copied, copy }) => (
                <Button
                  variant="default"
                  data-autofocus
                  leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
                  onClick={copy}
                >
                  {t(copied ? 'apiKeys.copied' : 'apiKeys.copy')}
                </Button>
              )}
            </CopyButton>
          )}
          <Button onClick={onStored}>{t('apiKeys.stored')}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
