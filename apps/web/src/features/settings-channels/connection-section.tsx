import { useState } from 'react';
import { Button } from '@mantine/core';
import { askedFor } from '@parley/contracts/channels/credentials';
import type { CredentialField } from '@parley/contracts/channels/manifest';
import { DangerBox, DangerRow } from '@parley/ui/danger';
import { ConfirmDialog } from '@parley/ui/dialog';
import { SettingsSection } from '@parley/ui/settings-page';
import { toastFailure, toastMessage } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { useSwitchConnection, webhookAddressOf, type AdministeredChannel } from './channels-api';
import { CopyField } from './copy-field';
import { Facts } from './facts';
import { manifestOf } from './manifests';

interface ConnectionProps {
  channel: AdministeredChannel;
}

/** The channel's account and credentials, and the switch that disconnects the channel. */
export function ConnectionSection({ channel }: ConnectionProps) {
  const { t, language } = useTranslation();
  const { providerAccountId, businessAccountId, secrets } = channel.administration;
  const valueOf = ({ keptAs, key, secretName = key }: CredentialField): string | null => {
    if (keptAs === 'account') return providerAccountId;
    if (keptAs === 'business') return businessAccountId;
    const kept = secrets.find(({ name }) => name === secretName);
    return kept ? `•••• ${kept.lastFour ?? ''}`.trim() : null;
  };
  const fields = askedFor(manifestOf(channel.provider), channel.platform);
  const address = webhookAddressOf(channel);
  return (
    <SettingsSection title={t('channels.section.connection')}>
      <Facts
        facts={[
          ...fields.map((field): [string, string | null] => [field.label[language], valueOf(field)]),
          [t('channels.webhook'), address && <CopyField value={address} name={t('channels.webhook')} />],
        ]}
      />
      <Switch channel={channel} />
    </SettingsSection>
  );
}

function Switch({ channel }: ConnectionProps) {
  const { t } = useTranslation();
  const { name, isConnected } = channel;
  const change = useSwitchConnection(channel.id);
  const [isAsking, setAsking] = useState(false);
  const reconnect = () =>
    change.mutate('connect', {
      onSuccess: () => toastMessage(t('channels.connected', { name })),
      onError: (error) => toastFailure(error),
    });
  return (
    <DangerBox>
      <DangerRow hint={t(isConnected ? 'channels.disconnectHint' : 'channels.reconnectHint')}>
        {isConnected ? (
          <Button variant="default" c="var(--red)" onClick={() => setAsking(true)}>
            {t('channels.disconnect')}
          </Button>
        ) : (
          <Button variant="default" loading={change.isPending} onClick={reconnect}>
            {t('channels.reconnect')}
          </Button>
        )}
      </DangerRow>
      <ConfirmDialog
        opened={isAsking}
        title={t('channels.disconnectTitle', { name })}
        confirm={t('channels.disconnect')}
        action={() => change.mutateAsync('disconnect')}
        onDone={() => {
          setAsking(false);
          toastMessage(t('channels.disconnected', { name }));
        }}
        onClose={() => setAsking(false)}
      >
        {t('channels.disconnectAffects')}
      </ConfirmDialog>
    </DangerBox>
  );
}
