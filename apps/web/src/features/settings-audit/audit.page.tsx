import { useState } from 'react';
import { Button, EmptyState, SegmentedControl, Select } from '@mantine/core';
import { IconDownload, IconHistory, IconX } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import type { AuditKind } from '@parley/contracts/api/audit.requests';
import { auditedCategories } from '@parley/contracts/events/domain-event';
import { DateField } from '@parley/ui/date-field';
import { Loadable } from '@parley/ui/loadable';
import { SettingsPage } from '@parley/ui/settings-page';
import { usersQuery } from '../../lib/directory';
import { toastFailure } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { auditFilterNames, auditQuery, exportAudit, type AuditFilters } from './audit-api';
import { AuditRow } from './audit-row';
import classes from './audit.module.css';

/** Page of the audit log: changes and sign-ins. The filters are in the URL. */
export function Component() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const filters: AuditFilters = Object.fromEntries(
    auditFilterNames.flatMap((name) => {
      const value = params.get(name);
      return value ? [[name, value]] : [];
    }),
  );
  const kind: AuditKind = params.get('kind') === 'sign-ins' ? 'sign-ins' : 'changes';
  const change = (name: keyof AuditFilters | 'kind', value: string | null) =>
    setParams((before) => {
      const after = new URLSearchParams(before);
      if (value) after.set(name, value);
      else after.delete(name);
      return after;
    });
  const isFiltered = Object.keys(filters).length > 0;
  const audit = useInfiniteQuery(auditQuery(kind, filters));
  return (
    <SettingsPage
      wide
      title={t('audit.title')}
      intro={t('audit.intro')}
      actions={<Export kind={kind} filters={filters} />}
    >
      <SegmentedControl
        mb={16}
        aria-label={t('audit.kind')}
        value={kind}
        onChange={(value) => change('kind', value === 'changes' ? null : value)}
        data={[
          { value: 'changes', label: t('audit.changes') },
          { value: 'sign-ins', label: t('audit.signIns') },
        ]}
      />
      <Filters
        kind={kind}
        filters={filters}
        onChange={change}
        onClear={() => setParams(kind === 'changes' ? {} : { kind })}
      />
      <Loadable query={audit} failed={t('audit.failed')} skeleton={{ rows: 8, height: 44 }}>
        {({ pages }) =>
          pages.every(({ data }) => data.length === 0) ? (
            <EmptyState
              icon={<IconHistory stroke={1.4} />}
              title={t(
                isFiltered ? 'audit.noneFound' : kind === 'changes' ? 'audit.none' : 'audit.noSignIns',
              )}
              description={
                isFiltered ? t('audit.noneFoundText') : kind === 'changes' ? t('audit.noneText') : undefined
              }
            />
          ) : (
            <>
              <ul className={classes.list} aria-label={t('audit.title')}>
                {pages.flatMap(({ data, names }) =>
                  data.map((entry) => (
                    <AuditRow
                      key={entry.position}
                      entry={entry}
                      names={names}
                      onTarget={() => change('target', entry.target.id)}
                    />
                  )),
                )}
              </ul>
              {audit.hasNextPage && (
                <div className={classes.more}>
                  <Button
                    variant="default"
                    loading={audit.isFetchingNextPage}
                    onClick={() => void audit.fetchNextPage()}
                  >
                    {t('audit.older')}
                  </Button>
                </div>
              )}
            </>
          )
        }
      </Loadable>
    </SettingsPage>
  );
}

interface FiltersProps {
  kind: AuditKind;
  filters: AuditFilters;
  onChange: (name: keyof AuditFilters, value: string | null) => void;
  onClear: () => void;
}

function Filters({ kind, filters, onChange, onClear }: FiltersProps) {
  const { t } = useTranslation();
  const users = useQuery(usersQuery).data ?? [];
  const people = users.map(({ id, displayName, email }) => ({ value: id, label: displayName || email }));
  const actors = [
    ...people,
    { value: 'operator', label: t('audit.actor.operator') },
    { value: 'system', label: t('audit.actor.system') },
  ];
  return (
    <div className={classes.filters} role="search" aria-label={t('audit.filters')}>
      <Select
        label={t('audit.who')}
        placeholder={t('audit.everybody')}
        data={actors}
        value={filters.actor ?? null}
        onChange={(value) => onChange('actor', value)}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('audit.everybody') }}
      />
      {kind === 'changes' && (
        <Select
          label={t('audit.what')}
          placeholder={t('audit.everything')}
          data={auditedCategories.map((name) => ({ value: name, label: t(`audit.category.${name}`) }))}
          value={filters.category ?? null}
          onChange={(value) => onChange('category', value)}
          clearable
          clearButtonProps={{ 'aria-label': t('audit.everything') }}
        />
      )}
      <DateField
        label={t('audit.from')}
        value={filters.from ?? ''}
        max={filters.to}
        clearable
        onChange={(day) => onChange('from', day)}
      />
      <DateField
        label={t('audit.to')}
        value={filters.to ?? ''}
        min={filters.from}
        clearable
        onChange={(day) => onChange('to', day)}
      />
      {Object.keys(filters).length > 0 && (
        <Button variant="subtle" leftSection={<IconX size={16} />} onClick={onClear}>
          {t(filters.target ? 'audit.clearTarget' : 'audit.clear')}
        </Button>
      )}
    </div>
  );
}

/** Button that downloads all entries matching the filters. */
function Export({ kind, filters }: { kind: AuditKind; filters: AuditFilters }) {
  const { t } = useTranslation();
  const [share, setShare] = useState<number | null>(null);
  const run = () => {
    setShare(0);
    exportAudit(kind, filters, setShare)
      .catch((error: unknown) => toastFailure(error))
      .finally(() => setShare(null));
  };
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} />}
      disabled={share !== null}
      aria-live="polite"
      onClick={run}
    >
      {share === null ? t('audit.export') : t('audit.exporting', { percent: Math.round(share * 100) })}
    </Button>
  );
}
