import { useId, type ReactNode } from 'react';
import { UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import classes from './panel-section.module.css';

interface PanelSectionProps {
  title: string;
  /** How many there are, where one wants to know before opening it. */
  count?: number;
  isOpen: boolean;
  onToggle: () => void;
  /** Not shown while it is closed, whether drawn or not. */
  children: ReactNode;
}

/** A part of a panel that can be collapsed. */
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
