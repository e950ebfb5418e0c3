import { memo, type ReactNode } from 'react';
import { ActionIcon, Button, FileButton, Menu } from '@mantine/core';
import {
  IconArchive,
  IconChevronDown,
  IconClockPause,
  IconMicrophone,
  IconPaperclip,
} from '@tabler/icons-react';
import { useTranslation } from '../../lib/translation';
import { strokeText } from '../keyboard/key-names';
import classes from './composer.module.css';

// Memoised so that typing does not render the controls below the field again: callers must pass stable callbacks.

export const AttachButton = memo(function AttachButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const { t } = useTranslation();
  return (
    <FileButton multiple onChange={onFiles}>
      {(props) => (
        <ActionIcon
          data-tip={t('composer.attach')}
          {...props}
          size={30}
          className={classes.tool}
          aria-label={t('composer.attach')}
        >
          <IconPaperclip size={18} stroke={1.6} />
        </ActionIcon>
      )}
    </FileButton>
  );
});

export const RecordButton = memo(function RecordButton({ onRecord }: { onRecord: () => void }) {
  const { t } = useTranslation();
  return (
    <ActionIcon
      data-tip={t('voice.record')}
      size={30}
      className={classes.tool}
      aria-label={t('voice.record')}
      onClick={onRecord}
    >
      <IconMicrophone size={18} stroke={1.6} />
    </ActionIcon>
  );
});

interface SuggestionButtonProps {
  trigger: string;
  label: string;
  icon: ReactNode;
  onOpen: (trigger: string) => void;
}

export const SuggestionButton = memo(function SuggestionButton(props: SuggestionButtonProps) {
  const { trigger, label, icon, onOpen } = props;
  return (
    <ActionIcon
      data-tip={`${label} · ${trigger}`}
      size={30}
      className={classes.tool}
      aria-label={label}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onOpen(trigger)}
    >
      {icon}
    </ActionIcon>
  );
});

interface SendButtonProps {
  isReady: boolean;
  enterToSend: boolean;
  mayArchive: boolean;
  onSend: (thenArchive: boolean) => void;
  /** Opens the choice of a time. Undefined: a message can only be sent immediately. */
  onSendLater?: () => void;
}

export const SendButton = memo(function SendButton({
  isReady,
  onSend,
  onSendLater,
  enterToSend,
  mayArchive,
}: SendButtonProps) {
  const { t } = useTranslation();
  return (
    <Button.Group>
      <Button
        data-tip={strokeText(enterToSend ? 'Enter' : '⌘ Enter')}
        size="compact-md"
        disabled={!isReady}
        onClick={() => onSend(false)}
        className={classes.send}
      >
        {t('composer.send')}
      </Button>
      {mayArchive && (
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
            {onSendLater && (
              <Menu.Item leftSection={<IconClockPause size={16} />} onClick={onSendLater}>
                {t('composer.sendLater')}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
    </Button.Group>
  );
});
