import { memo } from 'react';
import { ActionIcon, Button, FileButton, Menu, Tooltip } from '@mantine/core';
import { IconArchive, IconBolt, IconChevronDown, IconPaperclip, IconTemplate } from '@tabler/icons-react';
import { useTranslation } from '../../../lib/translation';
import { strokeText } from '../keyboard/key-names';
import classes from './composer.module.css';
import { useOpenTemplateDialog } from './template-dialog-host';

// What stands below the field is not drawn anew with each letter: functions that are given to it have to stay the same.

export const AttachButton = memo(function AttachButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const { t } = useTranslation();
  return (
    <FileButton multiple onChange={onFiles}>
      {(props) => (
        <Tooltip label={t('composer.attach')}>
          <ActionIcon {...props} size={30} className={classes.tool} aria-label={t('composer.attach')}>
            <IconPaperclip size={18} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      )}
    </FileButton>
  );
});

export const QuickReplyButton = memo(function QuickReplyButton({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation();
  return (
    <Tooltip label={`${t('composer.quickReply')} · /`}>
      <ActionIcon
        size={30}
        className={classes.tool}
        aria-label={t('composer.quickReply')}
        onMouseDown={(event) => event.preventDefault()}
        onClick={onOpen}
      >
        <IconBolt size={18} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  );
});

export const TemplateButton = memo(function TemplateButton() {
  const { t } = useTranslation();
  const open = useOpenTemplateDialog();
  return (
    <Tooltip label={t('composer.sendTemplate')}>
      <ActionIcon size={30} className={classes.tool} aria-label={t('composer.sendTemplate')} onClick={open}>
        <IconTemplate size={18} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  );
});

interface SendButtonProps {
  isReady: boolean;
  enterToSend: boolean;
  onSend: (thenArchive: boolean) => void;
}

export const SendButton = memo(function SendButton({ isReady, onSend, enterToSend }: SendButtonProps) {
  const { t } = useTranslation();
  return (
    <Button.Group>
      <Tooltip label={strokeText(enterToSend ? 'Enter' : '⌘ Enter')}>
        <Button size="compact-md" disabled={!isReady} onClick={() => onSend(false)} className={classes.send}>
          {t('composer.send')}
        </Button>
      </Tooltip>
      <Menu position="top-end">
        <Menu.Target>
          <Button
            size="compact-md"
            px={6}
            disabled={!isReady}
            aria-label={t('composer.moreSend')}
            className={classes.send}
          >
            <IconChevronDown size={14} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconArchive size={16} />}
            rightSection={strokeText('⌘ ⇧ Enter')}
            onClick={() => onSend(true)}
          >
            {t('composer.sendAndArchive')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Button.Group>
  );
});
