import { Button, Group, Modal, Text } from '@mantine/core';
import type { Chat } from '@parley/contracts/api/conversations';
import { useTranslation } from '../../../lib/translation';

interface DeleteDialogProps {
  chat: Chat;
  onDelete: () => void;
  onClose: () => void;
}

/** Dialog that asks for confirmation before a conversation is deleted, and lists what is deleted with it. */
export default function DeleteDialog({ chat, onDelete, onClose }: DeleteDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('delete.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Text size="sm">{t('delete.ask', { name: chat.contact.name })}</Text>
      <Text size="sm" mt="xs" c="dimmed">
        {t('delete.kept')}
      </Text>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" size="compact-md" onClick={onClose} data-autofocus>
          {t('common.cancel')}
        </Button>
        <Button color="red" size="compact-md" onClick={onDelete}>
          {t('delete.delete')}
        </Button>
      </Group>
    </Modal>
  );
}
