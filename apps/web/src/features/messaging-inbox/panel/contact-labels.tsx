import { useState } from 'react';
import { ActionIcon } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { Chat } from '@parley/contracts/api/conversations';
import { useLabelsById } from '../../../lib/directory';
import { useTranslation } from '../../../lib/translation';
import { useLabel } from '../api/commands';
import { FieldOnItsWay } from '../../../conversation/keyboard/use-commands';
import { MarkChip, marksOf } from '../marks/mark-dots';
import marks from '../marks/marks.module.css';
import classes from './contact-panel.module.css';
import { lazyPart } from '../../../lib/lazy-part';

const MarkPicker = lazyPart(() => import('../marks/mark-picker'), { shape: 'card' });

export interface Labelling {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** The labels of a contact, and a menu that adds and removes labels. */
export function ContactLabels({ chat, isOpen, onOpenChange }: { chat: Chat } & Labelling) {
  const { t } = useTranslation();
  const label = useLabel();
  const [isWanted, setWanted] = useState(false);
  if (isOpen && !isWanted) setWanted(true);
  const { labelIds } = chat.contact;
  const shown = marksOf(labelIds, useLabelsById());
  const button = (
    <ActionIcon
      size="sm"
      aria-label={t('marks.label')}
      title={`${t('marks.label')} · L`}
      aria-haspopup="listbox"
      aria-expanded={isOpen}
      onClick={() => onOpenChange(!isOpen)}
    >
      <IconPlus size={15} />
    </ActionIcon>
  );
  return (
    <section aria-label={t('marks.labels')}>
      <div className={classes.sectionHead}>
        <h3>{t('marks.labels')}</h3>
        {isWanted ? (
          <MarkPicker
            key={chat.id}
            kind="label"
            chosen={labelIds}
            onToggle={(labelId, isOn) => label.mutate({ chat, labelId, isOn })}
            isOpen={isOpen}
            onOpenChange={onOpenChange}
            fallback={
              <>
                {button}
                <FieldOnItsWay isOpen={isOpen} onOpenChange={onOpenChange} />
              </>
            }
          >
            {button}
          </MarkPicker>
        ) : (
          button
        )}
      </div>
      {shown.length > 0 ? (
        <div className={marks.chips} data-labels>
          {shown.map((mark) => (
            <MarkChip key={mark.id} mark={mark} />
          ))}
        </div>
      ) : (
        <p className={classes.empty}>{t('marks.noLabels')}</p>
      )}
    </section>
  );
}
