import { memo } from 'react';
import { ActionIcon } from '@mantine/core';
import { IconTemplate } from '@tabler/icons-react';
import { useTranslation } from '../../../lib/translation';
import { useOpenTemplateDialog } from './template-dialog-host';

export const TemplateButton = memo(function TemplateButton() {
  const { t } = useTranslation();
  const open = useOpenTemplateDialog();
  return (
    <ActionIcon
      data-tip={t('composer.sendTemplate')}
      size={30}
      aria-label={t('composer.sendTemplate')}
      onClick={open}
    >
      <IconTemplate size={18} stroke={1.6} />
    </ActionIcon>
  );
});
