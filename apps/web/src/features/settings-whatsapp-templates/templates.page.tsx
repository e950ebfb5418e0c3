import { useState } from 'react';
import { Button, EmptyState, Table } from '@mantine/core';
import { IconRefresh, IconTemplate } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { TemplateResponse, TemplatesResponse, TemplateUse } from '@parley/contracts/api/templates';
import { AddButton, ListSearch } from '@parley/ui/entity-list';
import { Loadable } from '@parley/ui/loadable';
import { SettingsPage } from '@parley/ui/settings-page';
import { useNow } from '../../lib/clock';
import { channelsQuery } from '../../lib/directory';
import { ageOf, useFormats } from '../../lib/format';
import { errorText } from '../../lib/i18n';
import { can, useMe } from '../../lib/me';
import { languageName, templatesQuery } from '../../lib/templates';
import { toastFailure, toastMessage } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { StatusPill } from './status-pill';
import classes from './templates.module.css';
import { useSync, writtenOf } from './templates-api';

/** Page of all templates: one row per name, with its languages. */
export function Component() {
  const { t } = useTranslation();
  const { ability } = useMe();
  const [search, setSearch] = useState('');
  const all = useQuery({ ...templatesQuery, refetchOnMount: 'always' });
  const sought = search.trim().toLowerCase();
  const matches = ({ name, draft, live }: TemplateResponse) =>
    `${name} ${(draft ?? live)?.content.body ?? ''}`.toLowerCase().includes(sought);
  return (
    <SettingsPage
      wide
      title={t('templates.title')}
      intro={t('templates.intro')}
      actions={
        <>
          {can(ability, 'update', 'messageTemplatesManager') && (
            <Sync syncedAt={all.data?.syncedAt ?? null} isKnown={all.data !== undefined} />
          )}
          {can(ability, 'create', 'messageTemplatesManager') && (
            <AddButton to="/settings/whatsapp-templates/add">{t('templates.add')}</AddButton>
          )}
        </>
      }
    >
      <Loadable query={all} failed={t('templates.failed')}>
        {({ data, uses }) =>
          data.length === 0 ? (
            <EmptyState
              icon={<IconTemplate stroke={1.3} />}
              title={t('templates.none')}
              description={t('templates.noneText')}
            />
          ) : (
            <>
              <ListSearch
                count={data.length}
                label={t('templates.search')}
                value={search}
                onChange={setSearch}
              />
              <Rows templates={data.filter(matches)} uses={uses} />
            </>
          )
        }
      </Loadable>
    </SettingsPage>
  );
}

function Sync({ syncedAt, isKnown }: { syncedAt: string | null; isKnown: boolean }) {
  const { t } = useTranslation();
  const now = useNow();
  const ago = useAgo();
  const sync = useSync();
  const press = () =>
    sync.mutate(undefined, {
      onSuccess: ({ found, failures }) => {
        const [failure] = failures;
        if (failure) toastMessage(failure.detail ?? errorText(failure.code), 'red');
        else toastMessage(t('templates.found', { count: found }));
      },
      onError: (error) => toastFailure(error),
    });
  return (
    <>
      {isKnown && (
        <span className={classes.synced}>
          {syncedAt ? t('templates.synced', { ago: ago(syncedAt, now) }) : t('templates.neverSynced')}
        </span>
      )}
      <Button
        variant="default"
        leftSection={<IconRefresh size={16} />}
        loading={sync.isPending}
        onClick={press}
      >
        {t('templates.sync')}
      </Button>
    </>
  );
}

/** @returns a function that formats the time that has passed since a given time */
function useAgo() {
  const { t } = useTranslation();
  const { shortDay } = useFormats();
  return (iso: string, now: number): string => {
    const { unit, value } = ageOf(iso, now);
    if (unit === 'date') return shortDay(iso);
    return unit === 'now' ? t('templates.ago.now') : t(`templates.ago.${unit}`, { count: value });
  };
}

type Uses = TemplatesResponse['uses'];

function Rows({ templates, uses }: { templates: TemplateResponse[]; uses: Uses }) {
  const { t } = useTranslation();
  const { data: channels = [] } = useQuery(channelsQuery);
  const names = new Map(channels.map(({ id, name }) => [id, name]));
  const groups = new Map<string, TemplateResponse[]>();
  for (const template of templates) {
    const key = `${template.provider}/${template.accountId}/${template.name}`;
    groups.set(key, [...(groups.get(key) ?? []), template]);
  }
  if (groups.size === 0) return <p>{t('templates.nothing')}</p>;
  return (
    <Table className={classes.table} aria-label={t('templates.title')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('templates.name')}</Table.Th>
          <Table.Th>{t('templates.languages')}</Table.Th>
          <Table.Th>{t('templates.category')}</Table.Th>
          <Table.Th>{t('templates.quality')}</Table.Th>
          <Table.Th>{t('templates.usedBy')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {[...groups].map(([key, languages]) => (
          <Row key={key} languages={languages} names={names} uses={uses} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

interface RowProps {
  languages: TemplateResponse[];
  /** Names of channels by id. */
  names: ReadonlyMap<string, string>;
  uses: Uses;
}

function Row({ languages, names, uses }: RowProps) {
  const { t, language } = useTranslation();
  const [first] = languages;
  if (!first) return null;
  const { category } = writtenOf(first);
  const channels = first.channelIds.flatMap((id) => names.get(id) ?? []);
  return (
    <Table.Tr>
      <Table.Td>
        <Link className={classes.name} to={`/settings/whatsapp-templates/${first.id}`}>
          {first.name}
        </Link>
        <span className={classes.from}>{channels.join(', ')}</span>
      </Table.Td>
      <Table.Td>
        <span className={classes.pills}>
          {languages.map((template) => (
            <Link
              key={template.id}
              to={`/settings/whatsapp-templates/${template.id}`}
              title={languageName(template.language, language)}
            >
              <StatusPill template={template} label={template.language} />
            </Link>
          ))}
        </span>
      </Table.Td>
      <Table.Td>{t(`templates.categories.${category}`)}</Table.Td>
      <Table.Td>{t(`templates.qualities.${first.quality}`)}</Table.Td>
      <Table.Td>
        {usesOf(languages, uses)
          .map(({ what, count }) => t(`templates.uses.${what}`, { count }))
          .join(', ') || t('templates.unused')}
      </Table.Td>
    </Table.Tr>
  );
}

/** Numbers of a template's uses by kind, summed over its languages. */
function usesOf(languages: TemplateResponse[], uses: Uses): TemplateUse[] {
  const counts = new Map<TemplateUse['what'], number>();
  for (const { what, count } of languages.flatMap(({ id }) => uses[id] ?? []))
    counts.set(what, (counts.get(what) ?? 0) + count);
  return [...counts].map(([what, count]) => ({ what, count }));
}
