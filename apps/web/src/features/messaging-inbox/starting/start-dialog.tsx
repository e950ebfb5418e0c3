import { Dialog } from '@parley/ui/dialog';
import { useTranslation } from '../../../lib/translation';
import { useGo } from '../address';
import { useLayout } from '../use-layout';
import { leave, leftBy } from './left-forms';
import { StartForm } from './start-form';
import type { StartValues } from './start-values';

export interface StartDialogProps {
  begun: Partial<StartValues>;
  onClose: () => void;
}

/**
 * Dialog that begins a conversation; it can be opened from anywhere in the inbox. Unsent values are kept for the next
 * time.
 */
export default function StartDialog({ begun, onClose }: StartDialogProps) {
  const { t } = useTranslation();
  const go = useGo();
  const { isNarrow } = useLayout();
  const giveUp = () => {
    leave(begun, null);
    onClose();
  };
  const sent = (chatId: string, inbox: 'email' | undefined) => {
    giveUp();
    go({ inbox, chatId });
  };
  return (
    <Dialog opened onClose={onClose} title={t('starting.title')} size={560} fullScreen={isNarrow}>
      <StartForm
        begun={leftBy(begun)}
        onChange={(form) => leave(begun, form)}
        onCancel={giveUp}
        onStarted={sent}
      />
    </Dialog>
  );
}
