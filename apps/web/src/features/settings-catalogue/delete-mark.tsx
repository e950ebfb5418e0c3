import type { AffectedResponse, MarkResponse } from '@parley/contracts/api/catalogue';
import { ConfirmDialog } from '@parley/ui/dialog';
import { UsedByRules } from '@parley/ui/used-by-rules';
import { useDelete } from '../../lib/resource';
import { toastMessage } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { marks, type MarkKind } from './catalogue-api';
import { useUsage } from './use-usage';

interface DeleteMarkProps {
  kind: MarkKind;
  mark: MarkResponse;
  onClose: () => void;
}

/** Dialog that confirms the deletion of a tag or label, with the number of conversations or contacts that lose it. */
export function DeleteMark({ kind, mark, onClose }: DeleteMarkProps) {
  const { t } = useTranslation();
  const usage = useUsage(kind, mark);
  const remove = useDelete<AffectedResponse>(marks[kind], mark.id);
  const { name } = mark;
  return (
    <ConfirmDialog
      opened
      title={t('catalogue.deleteTitle', { name })}
      confirm={t('catalogue.delete')}
      action={() => remove.mutateAsync()}
      onDone={({ affected }) => {
        toastMessage(t(`catalogue.${kind}.deleted`, { name, count: affected }));
        onClose();
      }}
      onClose={onClose}
    >
      {usage === 0
        ? t(`catalogue.${kind}.deleteUnused`)
        : t(`catalogue.${kind}.deleteText`, { name, count: usage })}
      <UsedByRules of={mark.id} />
    </ConfirmDialog>
  );
}
