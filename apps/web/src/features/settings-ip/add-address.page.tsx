import { useState } from 'react';
import { Alert, Button, Group, Modal, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconShieldLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import type { IpWhitelistResponse } from '@parley/contracts/api/ip-whitelist';
import { errorText } from '../../lib/i18n';
import { codeOf } from '../../lib/problem';
import { Loadable } from '@parley/ui/loadable';
import { SaveBar } from '@parley/ui/save-bar';
import { SettingsPage } from '@parley/ui/settings-page';
import { toastMessage } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { AddressFields, showRefusal, useAddressRules } from './address-form';
import { ipWhitelistQuery, useAddAddress, type AddressForm } from './ip-api';

/** Allows one more address. The first one switches the whitelist on, so it is asked about. */
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
  const add = useAddAddress();
  const [isFirst] = useState(data.length === 0);
  const [asking, setAsking] = useState<AddressForm | null>(null);
  const form = useForm<AddressForm>({
    initialValues: { name: '', address: isFirst ? ownAddress : '' },
    validate: useAddressRules(),
  });
  const save = (entry: AddressForm) =>
    add.mutate(entry, {
      onSuccess: () => {
        toastMessage(t(isFirst ? 'ip.isOn' : 'ip.added'));
        void navigate('/settings/ip-whitelisting');
      },
      onError: (error) => showRefusal(form, error),
      onSettled: () => setAsking(null),
    });
  const isElsewhere = add.isError && Object.keys(form.errors).length === 0;
  return (
    <form noValidate onSubmit={form.onSubmit(isFirst ? setAsking : save)} style={{ marginTop: 16 }}>
      {isFirst && (
        <Alert color="yellow" icon={<IconShieldLock size={18} />} title={t('ip.firstTitle')} mb={20}>
          {t('ip.firstText', { address: ownAddress })}
        </Alert>
      )}
      <AddressFields form={form} ownAddress={ownAddress} />
      <SaveBar
        isDirty={(form.isDirty() || isFirst) && !add.isSuccess}
        isSaving={add.isPending}
        error={isElsewhere ? errorText(codeOf(add.error)) : null}
        label={t('ip.addButton')}
        onReset={() => form.reset()}
      />
      <Modal
        opened={asking !== null}
        onClose={() => setAsking(null)}
        title={t('ip.switchOnTitle')}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        <Text size="md">{t('ip.switchOnText', { address: asking?.address.trim() ?? '' })}</Text>
        <Group justify="flex-end" gap={8} mt={24}>
          <Button variant="default" onClick={() => setAsking(null)}>
            {t('common.cancel')}
          </Button>
          <Button data-autofocus loading={add.isPending} onClick={() => asking && save(asking)}>
            {t('ip.switchOn')}
          </Button>
        </Group>
      </Modal>
    </form>
  );
}
