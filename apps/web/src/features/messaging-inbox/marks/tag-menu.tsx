import { useState } from 'react';
import { Button } from '@mantine/core';
import { IconTag } from '@tabler/icons-react';
import type { Chat } from '@parley/contracts/api/conversations';
import { useTranslation } from '../../../lib/translation';
import { useTag } from '../api/commands';
import { FieldOnItsWay } from '../../../conversation/keyboard/use-commands';
import classes from './marks.module.css';
import { lazyPart } from '../../../lib/lazy-part';

const MarkPicker = lazyPart(() => import('./mark-picker'), { shape: 'card' });

interface TagMenuProps {
  chat: Chat;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** Whether the menu shows its own button; false in narrow layouts, where another control opens it. */
  hasButton: boolean;
}

/** Menu of a conversation's tags. Its code loads when it is first opened. */
export function TagMenu({ chat, isOpen, onOpenChange, hasButton }: TagMenuProps) {
  const { t } = useTranslation();
  const tag = useTag();
  const [isWanted, setWanted] = useState(false);
  if (isOpen && !isWanted) setWanted(true);
  const target = hasButton ? (
    <Button
      data-tip={`${t('marks.tag')} · T`}
      variant="default"
      size="compact-sm"
      data-collapses
      leftSection={<IconTag size={15} />}
      aria-haspopup="listbox"
      aria-expanded={isOpen}
      onClick={() => onOpenChange(!isOpen)}
    >
      {t('marks.tag')}
    </Button>
  ) : (
    <span className={classes.anchor} />
  );
  if (!isWanted) return target;
  return (
    <MarkPicker
      key={chat.id}
      kind="tag"
      chosen={chat.tagIds}
      onToggle={(tagId, isOn) => tag.mutate({ chat, tagId, isOn })}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      fallback={
        <>
          {target}
          <FieldOnItsWay isOpen={isOpen} onOpenChange={onOpenChange} />
        </>
      }
    >
      {target}
    </MarkPicker>
  );
}
