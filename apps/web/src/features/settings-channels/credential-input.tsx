import { TextInput, type TextInputProps } from '@mantine/core';
import type { CredentialField } from '@parley/contracts/channels/manifest';
import { useTranslation } from '../../lib/translation';
import { SecretInput } from './secret-input';

interface CredentialInputProps extends Pick<TextInputProps, 'value' | 'onChange' | 'error'> {
  field: CredentialField;
  'data-autofocus'?: true;
  /** Whether to leave out the help text. */
  isShort?: boolean;
}

/** An input for a credential, as the provider's manifest describes it. */
export function CredentialInput({ field, isShort, ...input }: CredentialInputProps) {
  const { language } = useTranslation();
  const named = { label: field.label[language], description: isShort ? undefined : field.help[language] };
  if (field.keptAs === 'secret' && (!field.isOurs || isShort)) return <SecretInput {...named} {...input} />;
  return (
    <TextInput
      {...named}
      inputMode={field.format === 'digits' ? 'numeric' : undefined}
      autoComplete="off"
      {...input}
    />
  );
}
