import type { UseFormReturnType } from '@mantine/form';
import type { CredentialField } from '@parley/contracts/channels/manifest';
import { CredentialInput } from '../credential-input';
import type { ConnectValues } from './connect-values';

interface CredentialsStepProps {
  form: UseFormReturnType<ConnectValues>;
  fields: CredentialField[];
}

export function CredentialsStep({ form, fields }: CredentialsStepProps) {
  return fields.map((field, index) => (
    <CredentialInput
      key={field.key}
      field={field}
      data-autofocus={index === 0 || undefined}
      {...form.getInputProps(`credentials.${field.key}`)}
    />
  ));
}
