import { ActionIcon, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from '../../lib/translation';
import classes from './channels.module.css';

/** Shows a value to enter at the provider, with a button that copies it. */
export function CopyField({ value, name }: { value: string; name: string }) {
  const { t } = useTranslation();
  return (
    <span className={classes.copy}>
      <code>{value}</code>
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <ActionIcon
            data-tip={t('common.copy')}
            aria-label={`${t(copied ? 'common.copied' : 'common.copy')}: ${name}`}
            onClick={copy}
          >
            {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
          </ActionIcon>
        )}
      </CopyButton>
    </span>
  );
}
