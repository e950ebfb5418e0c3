import type { ReactNode } from 'react';
import { Anchor, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { IconChevronLeft } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import classes from './settings-page.module.css';

interface SettingsPageProps {
  title: string;
  /** One sentence about the page's settings. */
  intro?: ReactNode;
  /** Link to the list to which the page's entity belongs. */
  back?: { to: string; label: string };
  /** Main actions, shown beside the title. */
  actions?: ReactNode;
  /** Whether the page is wide, as tables need. */
  wide?: boolean;
  children: ReactNode;
}

/** Layout of all settings pages: title, introduction, and one column of content. */
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

/** One setting: name, explanation and control. The control must have the same label as its accessible name. */
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
