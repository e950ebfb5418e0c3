import { Modal, Switch } from '@mantine/core';
import { usePreference } from '../../lib/preferences';
import { useTranslation } from '../../lib/translation';
import { Shortcuts } from './shortcuts';

export default function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [isOn, setOn] = usePreference('shortcuts');
  return (
    <Modal
      opened
      onClose={onClose}
      size={680}
      title={t('help.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Switch
        checked={isOn}
        onChange={(event) => setOn(event.currentTarget.checked)}
        label={t('help.switch')}
        description={t('help.switchHint')}
        mb="md"
      />
      <Shortcuts />
    </Modal>
  );
}
