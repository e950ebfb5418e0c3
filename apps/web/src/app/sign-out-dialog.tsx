import { Button, Group, Modal, Text } from '@mantine/core';
import type { Unsent } from '../lib/feature';
import { useTranslation } from '../lib/translation';

interface SignOutDialogProps {
  left: Unsent;
  onStay: () => void;
  onLeave: () => void;
}

/**
 * Asks for confirmation before signing out deletes items that only this browser has, with the number of each kind.
 */
export default function SignOutDialog({ left, onStay, onLeave }: SignOutDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={onStay}
      title={t('signOut.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {left.messages > 0 && <Text size="sm">{t('signOut.messages', { count: left.messages })}</Text>}
      {left.notes > 0 && <Text size="sm">{t('signOut.notes', { count: left.notes })}</Text>}
      {left.drafts > 0 && <Text size="sm">{t('signOut.drafts', { count: left.drafts })}</Text>}
      {left.files > 0 && <Text size="sm">{t('signOut.files', { count: left.files })}</Text>}
      <Text size="sm" mt="xs" c="dimmed">
        {t('signOut.lost')}
      </Text>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" size="compact-md" onClick={onStay} data-autofocus>
          {t('signOut.stay')}
        </Button>
        <Button color="red" size="compact-md" onClick={onLeave}>
          {t('signOut.anyway')}
        </Button>
      </Group>
    </Modal>
  );
}
