import { useState } from 'react';
import { Select, Text } from '@mantine/core';
import type { MarkResponse } from '@parley/contracts/api/catalogue';
import { ConfirmDialog } from '@parley/ui/dialog';
import { toastMessage } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { useMerge, type MarkKind } from './catalogue-api';
import { useUsage } from './use-usage';

interface MergeMarkProps {
  kind: MarkKind;
  mark: MarkResponse;
  all: MarkResponse[];
  onClose: () => void;
}

/**
 * Dialog that confirms merging a tag or label into another, with the number of conversations or contacts affected.
 */
export function MergeMark({ kind, mark, all, onClose }: MergeMarkProps) {
  const { t } = useTranslation();
  const [intoId, setIntoId] = useState<string | null>(null);
  const usage = useUsage(kind, mark);
  const merge = useMerge(kind, mark.id);
  const { name } = mark;
  const into = all.find(({ id }) => id === intoId)?.name;
  return (
    <ConfirmDialog
      opened
      title={t('catalogue.mergeTitle', { name })}
      confirm={t('catalogue.merge')}
      isHarmless
      isDisabled={into === undefined}
      action={() => merge.mutateAsync(intoId ?? '')}
      onDone={() => {
        toastMessage(t('catalogue.merged', { name, into }));
        onClose();
      }}
      onClose={onClose}
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
    </ConfirmDialog>
  );
}
