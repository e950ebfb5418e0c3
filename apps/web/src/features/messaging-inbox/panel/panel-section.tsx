import { useId, type ReactNode } from 'react';
import { UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { usePreference } from '../../../lib/preferences';
import classes from './contact-panel.module.css';

interface PanelSectionProps {
  name: 'details' | 'metadata' | 'channels' | 'comments' | 'others';
  title: string;
  /** How many there are, where one wants to know before opening it. */
  count?: number;
  children: ReactNode;
}

/** A part of the panel that can be collapsed. It stays as it was left, in every conversation. */
export function PanelSection({ name, title, count = 0, children }: PanelSectionProps) {
  const id = useId();
  const [collapsed, setCollapsed] = usePreference('collapsedSections');
  const isOpen = !collapsed.includes(name);
  const toggle = () =>
    setCollapsed(isOpen ? [...collapsed, name] : collapsed.filter((other) => other !== name));
  return (
    <section className={classes.section} aria-labelledby={`${id}-title`}>
      <h3 className={classes.sectionTitle} id={`${id}-title`}>
        <UnstyledButton
          className={classes.toggle}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={toggle}
          data-open={isOpen || undefined}
        >
          <IconChevronRight size={14} className={classes.chevron} aria-hidden />
          {title}
          {count > 0 && <span className={classes.count}>{count}</span>}
        </UnstyledButton>
      </h3>
      <div id={id} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </section>
  );
}
