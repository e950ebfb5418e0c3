import type { ReactNode } from 'react';
import { Anchor, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { IconChevronLeft } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import classes from './settings-page.module.css';

interface SettingsPageProps {
  title: string;
  /** One sentence on what is set here. */
  intro?: ReactNode;
  /** The list this page belongs to, where it is about one thing of it. */
  back?: { to: string; label: string };
  /** Beside the title: what one comes here to do. */
  actions?: ReactNode;
  /** Tables need more room than forms. */
  wide?: boolean;
  children: ReactNode;
}

/** What every page of the settings looks like: its title, what it is for, and a column. */
export function SettingsPage({ title, intro, back, actions, wide, children }: SettingsPageProps) {
  useDocumentTitle(`${title} · Parley`);
  return (
    <div className={classes.page}>
      <div className={classes.column} data-wide={wide || undefined}>
        {back && (
          <Anchor component={Link} to={back.to} className={classes.back}>
            <IconChevronLeft size={14} aria-hidden />
            {back.label}
          </Anchor>
        )}
        <div className={classes.head}>
          <Title order={1} size={20}>
            {title}
          </Title>
          {actions && <div className={classes.actions}>{actions}</div>}
        </div>
        {intro !== undefined && <p className={classes.intro}>{intro}</p>}
        {children}
      </div>
    </div>
  );
}

/** A heading over settings that belong together. */
export function SettingsSection({
  title,
  intro,
  children,
}: {
  title: string;
  intro?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={classes.section}>
      <Title order={2} size={14}>
        {title}
      </Title>
      {intro !== undefined && <p className={classes.hint}>{intro}</p>}
      {children}
    </section>
  );
}

/** One setting: its name, what it does, and its control, which names itself with the same label. */
export function SettingRow({
  label,
  hint,
  children,
}: {
  label: string;
  hint?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={classes.row}>
      <div>
        <div>{label}</div>
        {hint !== undefined && <div className={classes.hint}>{hint}</div>}
      </div>
      {children}
    </div>
  );
}
