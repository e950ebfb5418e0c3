import { Drawer } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLayout } from '../use-layout';
import { OpenContact } from './open-contact';

/** The contact where there is no room beside the thread. */
export default function ContactDrawer({ chatId, onClose }: { chatId: string; onClose: () => void }) {
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
      <OpenContact chatId={chatId} />
    </Drawer>
  );
}
