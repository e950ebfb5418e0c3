import type { ReactElement } from 'react';
import { Combobox } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { labelsQuery, tagsQuery } from '../../../lib/directory';
import { useTranslation } from '../../../lib/translation';
import { useSearchMenu } from '../../../conversation/keyboard/use-search-menu';
import classes from './marks.module.css';

interface MarkPickerProps {
  kind: 'tag' | 'label';
  chosen: string[];
  onToggle: (id: string, isOn: boolean) => void;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** The element beside which the menu opens. */
  children: ReactElement;
}

/** Menu of tags or labels to add or remove; stays open, so that the user can choose several. */
export default function MarkPicker(props: MarkPickerProps) {
  const { kind, chosen, onToggle, isOpen, onOpenChange, children } = props;
  const { t } = useTranslation();
  const { search, menu, field } = useSearchMenu({
    isOpen,
    onOpenChange,
    label: t(kind === 'tag' ? 'marks.searchTags' : 'marks.searchLabels'),
  });
  const { data, isPending } = useQuery(kind === 'tag' ? tagsQuery : labelsQuery);
  const sought = search.trim().toLowerCase();
  const found = (data ?? []).filter(({ name }) => name.toLowerCase().includes(sought));
  const label = t(kind === 'tag' ? 'marks.tags' : 'marks.labels');
  return (
    <Combobox {...menu} onOptionSubmit={(id) => onToggle(id, !chosen.includes(id))} width={240}>
      <Combobox.Target targetType="button">{children}</Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search {...field} />
        <Combobox.Options mah={320} style={{ overflowY: 'auto' }} aria-label={label}>
          {found.map(({ id, name, colour }) => {
            const isOn = chosen.includes(id);
            return (
              <Combobox.Option
                key={id}
                value={id}
                active={isOn}
                aria-checked={isOn}
                className={classes.option}
              >
                <span className={classes.dot} style={{ background: colour }} aria-hidden />
                <span className={classes.name}>{name}</span>
                {isOn && <IconCheck size={16} className={classes.tick} aria-hidden />}
              </Combobox.Option>
            );
          })}
        </Combobox.Options>
        {found.length === 0 && !isPending && (
          <Combobox.Empty role="status">{t(data?.length ? 'marks.nothing' : 'marks.none')}</Combobox.Empty>
        )}
      </Combobox.Dropdown>
    </Combobox>
  );
}
