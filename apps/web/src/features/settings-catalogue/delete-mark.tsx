import { Button, Group, Modal, Text } from '@mantine/core';
import type { AffectedResponse, MarkResponse } from '@parley/contracts/api/catalogue';
import { toastFailure, toastMessage } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { useCatalogueCommand, type MarkKind } from './catalogue-api';
import { useUsage } from './use-usage';

interface DeleteMarkProps {
  kind: MarkKind;
  mark: MarkResponse;
  onClose: () => void;
}

/** Says what a deletion takes the mark off, and does it once it is confirmed. */
export function DeleteMark({ kind, mark, onClose }: DeleteMarkProps) {
  const { t } = useTranslation();
  const usage = useUsage(kind, mark);
  const command = useCatalogueCommand<AffectedResponse>(kind === 'tag' ? 'tags' : 'labels');
  const { name } = mark;
  const submit = () =>
    command.mutate(
      { method: 'DELETE', path: `/${mark.id}` },
      {
        onSuccess: ({ affected }) => {
          toastMessage(t(`catalogue.${kind}.deleted`, { name, count: affected }));
          onClose();
        },
        onError: (error) => toastFailure(error),
      },
    );
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('catalogue.deleteTitle', { name })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Text size="md">
        {usage === 0
          ? t(`catalogue.${kind}.deleteUnused`)
          : t(`catalogue.${kind}.deleteText`, { name, count: usage })}
      </Text>
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
