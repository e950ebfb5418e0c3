import { useId, type ReactNode } from 'react';
import { UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import classes from './panel-section.module.css';

interface PanelSectionProps {
  title: string;
  /** Number of items, shown beside the title even while the section is closed; 0 is not shown. */
  count?: number;
  isOpen: boolean;
  onToggle: () => void;
  /** Content, which is hidden but still mounted while the section is closed. */
  children: ReactNode;
}

export function PanelSection({ title, count = 0, isOpen, onToggle, children }: PanelSectionProps) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={`${id}-title`}>
      <h3 className={classes.title} id={`${id}-title`}>
        <UnstyledButton
          className={classes.toggle}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={onToggle}
        >
          <IconChevronRight size={14} className={classes.chevron} aria-hidden />
          {title}
          {count > 0 && <span className={classes.count}>{count}</span>}
        </UnstyledButton>
      </h3>
      <div id={id} hidden={!isOpen}>
        {children}
      </div>
    </section>
  );
}
