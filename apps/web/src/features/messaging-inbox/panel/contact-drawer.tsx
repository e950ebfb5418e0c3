import { Drawer } from '@mantine/core';
import { useTranslation } from '../../../lib/translation';
import { useLayout } from '../use-layout';
import type { Labelling } from './contact-labels';
import OpenContact from './open-contact';

interface ContactDrawerProps extends Labelling {
  chatId: string;
  onClose: () => void;
}

/** Shows the contact in a drawer, for windows without room beside the thread. */
export default function ContactDrawer({ chatId, onClose, ...labelling }: ContactDrawerProps) {
  const { t } = useTranslation();
  const { isNarrow } = useLayout();
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={isNarrow ? '100%' : 340}
      title={t('panel.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <OpenContact chatId={chatId} {...labelling} />
    </Drawer>
  );
}
