import { Dialog } from '@parley/ui/dialog';
import { useTranslation } from '../../../lib/translation';
import { useGo } from '../address';
import { useLayout } from '../use-layout';
import { StartForm } from './start-form';
import type { StartValues } from './start-values';

export interface StartDialogProps {
  begun?: Partial<StartValues>;
  onClose: () => void;
}

/** A new conversation, from wherever one is in the inbox. */
export default function StartDialog({ begun, onClose }: StartDialogProps) {
  const { t } = useTranslation();
  const go = useGo();
  const { isNarrow } = useLayout();
  const open = (chatId: string, inbox: 'email' | undefined) => {
    onClose();
    go({ inbox, chatId });
  };
  return (
    <Dialog opened onClose={onClose} title={t('starting.title')} size={560} fullScreen={isNarrow}>
      <StartForm begun={begun} onCancel={onClose} onStarted={open} />
    </Dialog>
  );
}
