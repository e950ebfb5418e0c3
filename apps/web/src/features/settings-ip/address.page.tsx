import { useState } from 'react';
import { Button } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router-dom';
import type { IpWhitelistEntryResponse } from '@parley/contracts/api/ip-whitelist';
import { DangerBox, DangerRow } from '@parley/ui/danger';
import { ConfirmDialog } from '@parley/ui/dialog';
import { EntityForm } from '@parley/ui/entity-form';
import { EntityPage } from '@parley/ui/entity-page';
import { SettingsSection } from '@parley/ui/settings-page';
import { useEntityForm } from '@parley/ui/use-entity-form';
import { useSave } from '../../lib/resource';
import { toastMessage } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { AddressFields, addressRefusals, useAddressRules } from './address-form';
import { addresses, ipWhitelistQuery, useRemoveAddress, type AddressForm } from './ip-api';

/** Page of one address of the whitelist: its form, and its removal. */
export function Component() {
  const { t } = useTranslation();
  const { entryId } = useParams();
  return (
    <EntityPage
      query={useQuery(ipWhitelistQuery)}
      find={({ data }) => data.find(({ id }) => id === entryId)}
      titleOf={({ name }) => name}
      title={t('ip.one')}
      back={{ to: '/settings/ip-whitelisting', label: t('ip.title') }}
      failed={t('ip.failed')}
      missing={t('ip.missing')}
      icon={<IconShieldLock stroke={1.4} />}
    >
      {(entry, { data, ownAddress }) => (
        <>
          <Edit key={entry.id} entry={entry} ownAddress={ownAddress} />
          <Remove entry={entry} isLast={data.length === 1} />
        </>
      )}
    </EntityPage>
  );
}

function Edit({ entry, ownAddress }: { entry: IpWhitelistEntryResponse; ownAddress: string }) {
  const { t } = useTranslation();
  const entity = useEntityForm({
    values: { name: entry.name, address: entry.address },
    rules: useAddressRules(),
    fieldOf: addressRefusals,
    command: useSave<AddressForm>(addresses, entry.id),
    request: (wanted) => wanted,
    onSaved: () => toastMessage(t('ip.saved')),
  });
  return (
    <EntityForm entity={entity}>
      <AddressFields form={entity.form} ownAddress={ownAddress} />
    </EntityForm>
  );
}

function Remove({ entry, isLast }: { entry: IpWhitelistEntryResponse; isLast: boolean }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const remove = useRemoveAddress(entry.id, isLast);
  const [isAsking, setAsking] = useState(false);
  return (
    <SettingsSection title={t('ip.removeSection')}>
      <DangerBox>
        <DangerRow hint={t(isLast ? 'ip.removeLastHint' : 'ip.removeHint')}>
          <Button variant="default" c="var(--red)" onClick={() => setAsking(true)}>
            {t('ip.remove')}
          </Button>
        </DangerRow>
      </DangerBox>
      <ConfirmDialog
        opened={isAsking}
        title={t(isLast ? 'ip.removeLastTitle' : 'ip.removeTitle', { name: entry.name })}
        confirm={t(isLast ? 'ip.switchOff' : 'ip.remove')}
        action={() => remove.mutateAsync()}
        onDone={() => {
          toastMessage(t(isLast ? 'ip.isOff' : 'ip.removed'));
          void navigate('/settings/ip-whitelisting');
        }}
        onClose={() => setAsking(false)}
      >
        {t(isLast ? 'ip.removeLastText' : 'ip.removeText', { address: entry.address })}
      </ConfirmDialog>
    </SettingsSection>
  );
}
