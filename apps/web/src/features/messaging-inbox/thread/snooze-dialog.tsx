import { Button } from '@mantine/core';
import { MomentDialog } from '@parley/ui/moment-dialog';
import { useTranslation } from '../../../lib/translation';

interface SnoozeDialogProps {
  /** @param until ISO 8601 UTC; null: until the contact writes */
  onChosen: (until: string | null) => void;
  onClose: () => void;
}

/** Dialog that asks until when to snooze a conversation. */
export default function SnoozeDialog({ onChosen, onClose }: SnoozeDialogProps) {
  const { t } = useTranslation();
  const untilMessage = () => {
    onChosen(null);
    onClose();
  };
  return (
    <MomentDialog
      title={t('snooze.title')}
      submit={t('help.command.snooze')}
      onChosen={onChosen}
      onClose={onClose}
    >
      <Button variant="default" justify="flex-start" size="md" onClick={untilMessage}>
        {t('snooze.message')}
      </Button>
    </MomentDialog>
  );
}
