import { useState } from 'react';
import { Button } from '@mantine/core';
import { ConfirmDialog } from '@parley/ui/dialog';
import { SettingRow, SettingsSection } from '@parley/ui/settings-page';
import { signOut } from '../../lib/session';
import { useTranslation } from '../../lib/translation';

/** Ends all sessions of the user, for the case of a lost phone or a borrowed browser. */
export function SignOutEverywhere() {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  return (
    <SettingsSection title={t('account.sessions')}>
      <SettingRow label={t('account.signOutEverywhere')} hint={t('account.signOutEverywhereHint')}>
        <Button variant="default" onClick={() => setAsking(true)}>
          {t('account.signOutEverywhere')}
        </Button>
      </SettingRow>
      <ConfirmDialog
        opened={isAsking}
        title={t('account.signOutEverywhereTitle')}
        confirm={t('account.signOut')}
        action={() => signOut({ keepsUnsent: true, everywhere: true })}
        onClose={() => setAsking(false)}
      >
        {t('account.signOutEverywhereText')}
      </ConfirmDialog>
    </SettingsSection>
  );
}
