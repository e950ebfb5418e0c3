import { useState } from 'react';
import { Anchor, Button, TextInput, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { IconChevronLeft, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { Loadable } from '@parley/ui/loadable';
import { useTranslation } from '../../lib/translation';
import { AskForm } from './ask-form';
import { helpPagesQuery, searchPages, type HelpPage } from './help-pages';
import { HelpText } from './help-text';
import { Shortcuts } from './shortcuts';
import { supportQuery } from './support';
import { TourButtons } from './tour-buttons';
import classes from './support.module.css';

/** Page with all help: status of the installation, help pages, tours, keys, and a form for questions. */
export function Component() {
  const { t } = useTranslation();
  useDocumentTitle(`${t('supportPage.title')} · Parley`);
  return (
    <div className={classes.page}>
      <div className={classes.column}>
        <Title order={1} size={20}>
          {t('supportPage.title')}
        </Title>
        <Installation />
        <section>
          <Title order={2} size={16}>
            {t('helpPages.title')}
          </Title>
          <HelpPages />
        </section>
        <section>
          <Title order={2} size={16}>
            {t('tours.label')}
          </Title>
          <TourButtons />
        </section>
        <section>
          <Title order={2} size={16}>
            {t('help.title')}
          </Title>
          <details className={classes.keys}>
            <summary>{t('supportPage.showKeys')}</summary>
            <Shortcuts />
          </details>
        </section>
        <section id="ask">
          <Title order={2} size={16}>
            {t('supportPage.ask')}
          </Title>
          <AskForm />
        </section>
      </div>
    </div>
  );
}

function Installation() {
  const { t } = useTranslation();
  const { data } = useQuery(supportQuery);
  return (
    <p className={classes.installation}>
      <span>{data ? t('supportPage.version', { version: data.version }) : t('common.loading')}</span>
      <Anchor component={Link} to="/settings/status" size="sm">
        {t('supportPage.status')}
      </Anchor>
    </p>
  );
}

function HelpPages() {
  const { t, language } = useTranslation();
  const pages = useQuery(helpPagesQuery(language));
  const [search, setSearch] = useState('');
  const [open, setOpen] = useState<string | null>(null);
  return (
    <Loadable query={pages} failed={t('helpPages.failed')} skeleton={{ rows: 6, height: 28 }}>
      {(all) => {
        const page = all.find(({ screen }) => screen === open);
        return page ? (
          <OpenPage page={page} onClose={() => setOpen(null)} />
        ) : (
          <>
            <TextInput
              type="search"
              label={t('helpPages.search')}
              value={search}
              maxLength={100}
              leftSection={<IconSearch size={16} aria-hidden />}
              onChange={(event) => setSearch(event.currentTarget.value)}
            />
            <Found pages={searchPages(all, search)} onOpen={setOpen} />
          </>
        );
      }}
    </Loadable>
  );
}

function Found({ pages, onOpen }: { pages: HelpPage[]; onOpen: (screen: string) => void }) {
  const { t } = useTranslation();
  return (
    <>
      <p className={classes.count} role="status">
        {t('helpPages.found', { count: pages.length })}
      </p>
      <ul className={classes.pages}>
        {pages.map(({ screen, title }) => (
          <li key={screen}>
            <Anchor component="button" type="button" size="sm" onClick={() => onOpen(screen)}>
              {title}
            </Anchor>
          </li>
        ))}
      </ul>
    </>
  );
}

function OpenPage({ page, onClose }: { page: HelpPage; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <article className={classes.open}>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconChevronLeft size={14} aria-hidden />}
        autoFocus
        onClick={onClose}
      >
        {t('helpPages.all')}
      </Button>
      <Title order={3} size={16}>
        {page.title}
      </Title>
      <HelpText text={page.text} />
    </article>
  );
}
