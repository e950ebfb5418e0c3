import { ActionIcon, Menu, UnstyledButton } from '@mantine/core';
import { IconArrowMerge, IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import type { MarkResponse } from '@parley/contracts/api/catalogue';
import { useTranslation } from '../../lib/translation';
import type { MarkKind } from './catalogue-api';
import classes from './catalogue.module.css';

interface MarkRowProps {
  kind: MarkKind;
  mark: MarkResponse;
  canMerge: boolean;
  onEdit: () => void;
  onMerge: () => void;
  onDelete: () => void;
}

/** Row of a tag or label, with the number of conversations or contacts that have it. */
export function MarkRow({ kind, mark, canMerge, onEdit, onMerge, onDelete }: MarkRowProps) {
  const { t } = useTranslation();
  const { name, colour, usage } = mark;
  return (
    <div className={classes.row}>
      <UnstyledButton className={classes.mark} onClick={onEdit} aria-label={t('catalogue.edit', { name })}>
        <span className={classes.dot} style={{ background: colour }} aria-hidden />
        <span className={classes.name}>{name}</span>
      </UnstyledButton>
      <span className={classes.usage}>{t(`catalogue.${kind}.usage`, { count: usage })}</span>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={t('catalogue.more', { name })}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={onEdit}>
            {t('catalogue.editAction')}
          </Menu.Item>
          {canMerge && (
            <Menu.Item leftSection={<IconArrowMerge size={16} />} onClick={onMerge}>
              {t('catalogue.merge')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconTrash size={16} />} color="red" onClick={onDelete}>
            {t('catalogue.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
