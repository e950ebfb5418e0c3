import { ActionIcon, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from '../../../lib/translation';

/** Button that copies a value and confirms it. */
export function CopyValue({ label, value }: { label: string; value: string }) {
  const { t } = useTranslation();
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <ActionIcon
          data-tip={t('common.copy')}
          size="sm"
          aria-label={copied ? `${t('common.copied')}: ${label}` : t('panel.copy', { label })}
          onClick={copy}
        >
          {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
        </ActionIcon>
      )}
    </CopyButton>
  );
}
