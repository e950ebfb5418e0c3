import { Button, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { errorText } from '../../lib/i18n';
import { useTranslation } from '../../lib/translation';
import type { AddressForm } from './ip-api';

/** Validation functions by field, run before the request is sent. */
export function useAddressRules() {
  const { t } = useTranslation();
  return {
    name: (name: string) => (name.trim() === '' ? t('ip.nameMissing') : null),
    address: (address: string) => (address.trim() === '' ? errorText('ip_address_invalid') : null),
  };
}

/** Form field by problem code: all errors concern the address. */
export const addressRefusals: Record<string, keyof AddressForm> = {
  ip_address_invalid: 'address',
  ip_address_taken: 'address',
  ip_own_address_first: 'address',
  ip_locks_you_out: 'address',
  ip_last_entry: 'address',
};

export function AddressFields({
  form,
  ownAddress,
}: {
  form: UseFormReturnType<AddressForm>;
  ownAddress: string;
}) {
  const { t } = useTranslation();
  return (
    <Stack gap={20} mt={16}>
      <TextInput
        label={t('ip.name')}
        placeholder={t('ip.namePlaceholder')}
        maxLength={100}
        {...form.getInputProps('name')}
      />
      <TextInput
        label={t('ip.address')}
        description={t('ip.addressHint')}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        {...form.getInputProps('address')}
      />
      {ownAddress !== '' && form.values.address !== ownAddress && (
        <div>
          <Button variant="default" onClick={() => form.setFieldValue('address', ownAddress)}>
            {t('ip.useOwn', { address: ownAddress })}
          </Button>
        </div>
      )}
    </Stack>
  );
}
