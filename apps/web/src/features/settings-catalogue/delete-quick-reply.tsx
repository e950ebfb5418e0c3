import { Button, Group, Modal, Text } from '@mantine/core';
import type { QuickReplyResponse } from '@parley/contracts/api/catalogue';
import { toastFailure } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { useCatalogueCommand } from './catalogue-api';

/** Asks before a text goes, and says who will miss it. */
export function DeleteQuickReply({ reply, onClose }: { reply: QuickReplyResponse; onClose: () => void }) {
  const { t } = useTranslation();
  const command = useCatalogueCommand('quick-replies');
  const submit = () =>
    command.mutate(
      { method: 'DELETE', path: `/${reply.id}` },
      { onSuccess: onClose, onError: (error) => toastFailure(error) },
    );
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('catalogue.reply.deleteTitle')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Text size="md">{t(`catalogue.reply.deleteText.${reply.visibility}`)}</Text>
      <Group justify="flex-end" gap={8} mt={24}>
        <Button variant="default" data-autofocus onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button color="red" loading={command.isPending} onClick={submit}>
          {t('catalogue.delete')}
        </Button>
      </Group>
    </Modal>
  );
}
