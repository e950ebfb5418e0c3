import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useTranslation } from '../../lib/translation';

/** Input for a secret; asks password managers not to store it. */
export function SecretInput(props: PasswordInputProps) {
  const { t } = useTranslation();
  return (
    <PasswordInput
      autoComplete="off"
      data-1p-ignore
      data-lpignore="true"
      spellCheck={false}
      visibilityToggleButtonProps={{
        'aria-label': t('channels.showSecret'),
        'aria-hidden': false,
        tabIndex: 0,
      }}
      {...props}
    />
  );
}
