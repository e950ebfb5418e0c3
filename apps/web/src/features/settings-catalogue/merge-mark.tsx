import { useState } from 'react';
import { Button, Group, Modal, Select, Text } from '@mantine/core';
import type { AffectedResponse, MarkResponse } from '@parley/contracts/api/catalogue';
import { toastFailure, toastMessage } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { useCatalogueCommand, type MarkKind } from './catalogue-api';
import { useUsage } from './use-usage';

interface MergeMarkProps {
  kind: MarkKind;
  mark: MarkResponse;
  all: MarkResponse[];
  onClose: () => void;
}

/** Has everything that bears one mark bear another, and says how much that is first. */
export function MergeMark({ kind, mark, all, onClose }: MergeMarkProps) {
  const { t } = useTranslation();
  const [intoId, setIntoId] = useState<string | null>(null);
  const usage = useUsage(kind, mark);
  const command = useCatalogueCommand<AffectedResponse>(kind === 'tag' ? 'tags' : 'labels');
  const { name } = mark;
  const into = all.find(({ id }) => id === intoId)?.name;
  const submit = () =>
    command.mutate(
      { method: 'POST', path: `/${mark.id}/merge`, body: { intoId } },
      {
        onSuccess: () => {
          toastMessage(t('catalogue.merged', { name, into }));
          onClose();
        },
        onError: (error) => toastFailure(error),
      },
    );
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('catalogue.mergeTitle', { name })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Select
        data-autofocus
        searchable
        label={t('catalogue.mergeInto')}
        nothingFoundMessage={t('catalogue.nothing')}
        data={all.filter(({ id }) => id !== mark.id).map(({ id, name }) => ({ value: id, label: name }))}
        value={intoId}
        onChange={setIntoId}
      />
      <Text size="md" mt={12}>
        {into === undefined
          ? t(`catalogue.${kind}.mergeHint`, { name, count: usage })
          : t(`catalogue.${kind}.mergeText`, { name, into, count: usage })}
      </Text>
      <Group justify="flex-end" gap={8} mt={24}>
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button disabled={into === undefined} loading={command.isPending} onClick={submit}>
          {t('catalogue.merge')}
        </Button>
      </Group>
    </Modal>
  );
}
