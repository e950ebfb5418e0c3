import { useState } from 'react';
import { Alert } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import type { IpWhitelistResponse } from '@parley/contracts/api/ip-whitelist';
import { ConfirmDialog } from '@parley/ui/dialog';
import { EntityForm } from '@parley/ui/entity-form';
import { Loadable } from '@parley/ui/loadable';
import { SettingsPage } from '@parley/ui/settings-page';
import { useEntityForm } from '@parley/ui/use-entity-form';
import { useSave } from '../../lib/resource';
import { toastMessage } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { AddressFields, addressRefusals, useAddressRules } from './address-form';
import { addresses, ipWhitelistQuery, type AddressForm } from './ip-api';

/**
 * Page that adds an IP address to the whitelist. The first address switches the whitelist on, so it needs a
 * confirmation.
 */
export function Component() {
  const { t } = useTranslation();
  const whitelist = useQuery(ipWhitelistQuery);
  return (
    <SettingsPage title={t('ip.add')} back={{ to: '/settings/ip-whitelisting', label: t('ip.title') }}>
      <Loadable query={whitelist} failed={t('ip.failed')}>
        {(loaded) => <Add whitelist={loaded} />}
      </Loadable>
    </SettingsPage>
  );
}

function Add({ whitelist: { data, ownAddress } }: { whitelist: IpWhitelistResponse }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [isFirst] = useState(data.length === 0);
  const [asking, setAsking] = useState<AddressForm | null>(null);
  const entity = useEntityForm({
    values: { name: '', address: isFirst ? ownAddress : '' },
    rules: useAddressRules(),
    fieldOf: addressRefusals,
    command: useSave<AddressForm>(addresses),
    request: (entry) => entry,
    onSaved: () => {
      toastMessage(t(isFirst ? 'ip.isOn' : 'ip.added'));
      void navigate('/settings/ip-whitelisting');
    },
    isProposal: isFirst,
  });
  return (
    <>
      <EntityForm entity={entity} label={t('ip.addButton')} onSubmit={isFirst ? setAsking : undefined}>
        {isFirst && (
          <Alert
            color="yellow"
            icon={<IconShieldLock size={18} />}
            title={t('ip.firstTitle')}
            mt={16}
            mb={20}
          >
            {t('ip.firstText', { address: ownAddress })}
          </Alert>
        )}
        <AddressFields form={entity.form} ownAddress={ownAddress} />
      </EntityForm>
      <ConfirmDialog
        opened={asking !== null}
        title={t('ip.switchOnTitle')}
        confirm={t('ip.switchOn')}
        isHarmless
        action={async () => asking && entity.save(asking)}
        onDone={() => setAsking(null)}
        onClose={() => setAsking(null)}
      >
        {t('ip.switchOnText', { address: asking?.address.trim() ?? '' })}
      </ConfirmDialog>
    </>
  );
}
