import type { QuickReplyResponse } from '@parley/contracts/api/catalogue';
import { ConfirmDialog } from '@parley/ui/dialog';
import { useDelete } from '../../lib/resource';
import { useTranslation } from '../../lib/translation';
import { quickReplies } from './catalogue-api';

/** Dialog that confirms the deletion of a quick reply and names the users who lose it. */
export function DeleteQuickReply({ reply, onClose }: { reply: QuickReplyResponse; onClose: () => void }) {
  const { t } = useTranslation();
  const remove = useDelete(quickReplies, reply.id);
  return (
    <ConfirmDialog
      opened
      title={t('catalogue.reply.deleteTitle')}
      confirm={t('catalogue.delete')}
      action={() => remove.mutateAsync()}
      onDone={onClose}
      onClose={onClose}
    >
      {t(`catalogue.reply.deleteText.${reply.visibility}`)}
    </ConfirmDialog>
  );
}
