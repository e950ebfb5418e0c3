import { useState } from 'react';
import { Button, Group, Modal, Text } from '@mantine/core';
import { signOut } from '../../lib/session';
import { SettingRow, SettingsSection } from '@parley/ui/settings-page';
import { useTranslation } from '../../lib/translation';

/** Ends all sessions of whoever is signed in: for a lost phone, or a browser that is not one's own. */
export function SignOutEverywhere() {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const close = () => setAsking(false);
  const leave = () => {
    setLeaving(true);
    void signOut({ keepsUnsent: true, everywhere: true });
  };
  return (
    <SettingsSection title={t('account.sessions')}>
      <SettingRow label={t('account.signOutEverywhere')} hint={t('account.signOutEverywhereHint')}>
        <Button variant="default" onClick={() => setAsking(true)}>
          {t('account.signOutEverywhere')}
        </Button>
      </SettingRow>
      <Modal
        opened={isAsking}
        onClose={close}
        title={t('account.signOutEverywhereTitle')}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        <Text size="md">{t('account.signOutEverywhereText')}</Text>
        <Group justify="flex-end" gap={8} mt={24}>
          <Button variant="default" data-autofocus onClick={close}>
            {t('common.cancel')}
          </Button>
          <Button color="red" loading={isLeaving} onClick={leave}>
            {t('account.signOut')}
          </Button>
        </Group>
      </Modal>
    </SettingsSection>
  );
}
