import { useState } from 'react';
import { Button, EmptyState, Group, Modal, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconShieldLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router-dom';
import type { IpWhitelistEntryResponse } from '@parley/contracts/api/ip-whitelist';
import { errorText } from '../../lib/i18n';
import { codeOf } from '../../lib/problem';
import { startFrom, useFollow } from '@parley/ui/edit-form';
import { Loadable } from '@parley/ui/loadable';
import { SaveBar } from '@parley/ui/save-bar';
import { SettingsPage, SettingsSection } from '@parley/ui/settings-page';
import { toastMessage } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { AddressFields, showRefusal, useAddressRules } from './address-form';
import { ipWhitelistQuery, useChangeAddress, useRemoveAddress, type AddressForm } from './ip-api';
import classes from './ip.module.css';

/** One address of the whitelist: its form, and its end. */
export function Component() {
  const { t } = useTranslation();
  const { entryId = '' } = useParams();
  const whitelist = useQuery(ipWhitelistQuery);
  const entry = whitelist.data?.data.find(({ id }) => id === entryId);
  return (
    <SettingsPage
      title={entry?.name ?? t('ip.one')}
      back={{ to: '/settings/ip-whitelisting', label: t('ip.title') }}
    >
      <Loadable query={whitelist} failed={t('ip.failed')}>
        {({ data, ownAddress }) =>
          entry ? (
            <>
              <Edit key={entry.id} entry={entry} ownAddress={ownAddress} />
              <Remove entry={entry} isLast={data.length === 1} />
            </>
          ) : (
            <EmptyState
              icon={<IconShieldLock stroke={1.4} />}
              title={t('ip.missing')}
              description={errorText('not_found')}
            />
          )
        }
      </Loadable>
    </SettingsPage>
  );
}

function Edit({ entry, ownAddress }: { entry: IpWhitelistEntryResponse; ownAddress: string }) {
  const { t } = useTranslation();
  const change = useChangeAddress(entry.id);
  const form = useForm<AddressForm>({
    initialValues: { name: entry.name, address: entry.address },
    validate: useAddressRules(),
  });
  useFollow(form, { name: entry.name, address: entry.address });
  const save = (wanted: AddressForm) =>
    change.mutate(wanted, {
      onSuccess: () => {
        startFrom(form, wanted);
        toastMessage(t('ip.saved'));
      },
      onError: (error) => showRefusal(form, error),
    });
  const isElsewhere = change.isError && Object.keys(form.errors).length === 0;
  return (
    <form noValidate onSubmit={form.onSubmit(save)} style={{ marginTop: 16 }}>
      <AddressFields form={form} ownAddress={ownAddress} />
      <SaveBar
        isDirty={form.isDirty()}
        isSaving={change.isPending}
        error={isElsewhere ? errorText(codeOf(change.error)) : null}
        onReset={() => form.reset()}
      />
    </form>
  );
}

function Remove({ entry, isLast }: { entry: IpWhitelistEntryResponse; isLast: boolean }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const remove = useRemoveAddress(entry.id, isLast);
  const [isAsking, setAsking] = useState(false);
  const confirm = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        toastMessage(t(isLast ? 'ip.isOff' : 'ip.removed'));
        void navigate('/settings/ip-whitelisting');
      },
    });
  return (
    <SettingsSection title={t('ip.removeSection')}>
      <div className={classes.danger}>
        <Text size="sm" c="dimmed" maw="46ch">
          {t(isLast ? 'ip.removeLastHint' : 'ip.removeHint')}
        </Text>
        <Button variant="default" c="var(--red)" onClick={() => setAsking(true)}>
          {t('ip.remove')}
        </Button>
      </div>
      <Modal
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t(isLast ? 'ip.removeLastTitle' : 'ip.removeTitle', { name: entry.name })}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        <Text size="md">{t(isLast ? 'ip.removeLastText' : 'ip.removeText', { address: entry.address })}</Text>
        {remove.isError && (
          <Text role="alert" size="sm" c="var(--red)" mt={12}>
            {errorText(codeOf(remove.error))}
          </Text>
        )}
        <Group justify="flex-end" gap={8} mt={24}>
          <Button variant="default" data-autofocus onClick={() => setAsking(false)}>
            {t('common.cancel')}
          </Button>
          <Button color="red" loading={remove.isPending} onClick={confirm}>
            {t(isLast ? 'ip.switchOff' : 'ip.remove')}
          </Button>
        </Group>
      </Modal>
    </SettingsSection>
  );
}
