import { Suspense, useState } from 'react';
import {
  Button,
  Checkbox,
  Drawer,
  EmptyState,
  Group,
  Menu,
  Pagination,
  Select,
  TextInput,
} from '@mantine/core';
import { useDebouncedCallback, useLocalStorage } from '@mantine/hooks';
import { IconAddressBook, IconBookmark, IconColumns, IconSearch, IconUserSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { readConditions } from '@parley/contracts/api/contact-conditions';
import { contactSorts, type ContactItem } from '@parley/contracts/api/contacts';
import { AddButton } from '@parley/ui/entity-list';
import { Loadable } from '@parley/ui/loadable';
import { PersonAvatar } from '@parley/ui/person-avatar';
import { SettingsPage } from '@parley/ui/settings-page';
import { useChannelsById, useLabelsById } from '../../lib/directory';
import type { SelectedContacts } from '../../lib/feature';
import { useFormats } from '../../lib/format';
import { can, useMe } from '../../lib/me';
import { useTranslation } from '../../lib/translation';
import { ContactsNav } from '../../ui/contacts-nav';
import { BulkBar } from './bulk-bar';
import { ConditionChips } from './condition-chips';
import { conditionsOf, filtersIn, paramsOf, type ContactFilters } from './contact-filters';
import { contactsQuery, nameOf } from './contacts-api';
import classes from './contacts.module.css';
import { SegmentDialog } from './segment-dialog';
import { useKeys } from './use-keys';
import { lazyPart } from '../../lib/lazy-part';

const ContactFacts = lazyPart(() => import('./contact-facts'));

const columns = ['phone', 'email', 'labels', 'channels', 'company', 'lastMessage', 'created'] as const;
type Column = (typeof columns)[number];
/** Columns hidden in narrow windows, by level: 1 is hidden up to 1,024 px, 2 only on phones. */
const low: Record<Column, 1 | 2> = {
  ...{ phone: 2, email: 2, labels: 2, lastMessage: 2, channels: 1, company: 1, created: 1 },
};
const shownAtFirst: Column[] = ['phone', 'email', 'labels', 'channels', 'lastMessage'];

/** Page of all contacts that the user can see, filtered by chips that the URL contains. */
export function Component() {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { ability, user } = useMe();
  const [params, setParams] = useSearchParams();
  const filters = filtersIn(params);
  const change = (changed: Partial<ContactFilters>) =>
    setParams(paramsOf({ ...filters, page: 1, ...changed }), { replace: true });
  const asked = filters.segment ?? conditionsOf(filters.conditions);
  // Incomplete chips do not filter.
  const conditions = finished(asked);
  const query = useQuery(
    contactsQuery({
      keyword: filters.keyword || undefined,
      conditions,
      sortBy: filters.sortBy,
      page: filters.page,
    }),
  );
  const [selected, setSelected] = useState<SelectedContacts | null>(null);
  const [isSaving, setSaving] = useState(false);
  const isNarrowed = conditions !== undefined || filters.keyword !== '';
  return (
    <SettingsPage
      wide
      title={t('contacts.title')}
      intro={user.role === 'user' ? t('contacts.ofYours') : undefined}
      actions={
        <>
          {can(ability, 'create', 'contactImports') && (
            <Button component={Link} to="/contacts/imports/add" variant="default">
              {t('contacts.import')}
            </Button>
          )}
          {can(ability, 'create', 'contacts') && (
            <AddButton to="/contacts/add">{t('contacts.add')}</AddButton>
          )}
        </>
      }
    >
      <ContactsNav />
      {selected && selected.count > 0 ? (
        <BulkBar
          selected={selected}
          total={query.data?.total ?? 0}
          onSelectAll={() =>
            setSelected({
              conditions: conditions ?? JSON.stringify(conditionsOf([])),
              keyword: filters.keyword || undefined,
              count: query.data?.total ?? 0,
            })
          }
          onDone={() => setSelected(null)}
        />
      ) : (
        <Tools {...{ filters, change }} isNarrowed={isNarrowed} onSave={() => setSaving(true)} />
      )}
      <Loadable query={query} failed={t('contacts.failed')} skeleton={{ rows: 8, height: 40 }}>
        {({ data, total, isTotalExact, page, pageCount }) =>
          data.length === 0 ? (
            <Nothing isNarrowed={isNarrowed} onClear={() => setParams({}, { replace: true })} />
          ) : (
            <>
              <Table rows={data} selected={selected} onSelect={setSelected} />
              <Group justify="space-between" mt={16}>
                <span role="status">
                  {t('contacts.count', {
                    count: total,
                    formatted: `${number(total)}${isTotalExact ? '' : '+'}`,
                  })}
                </span>
                {pageCount > 1 && (
                  <Pagination
                    total={pageCount}
                    value={page}
                    onChange={(next) => change({ page: next })}
                    getControlProps={(control) => ({ 'aria-label': t(`contacts.page.${control}`) })}
                  />
                )}
              </Group>
            </>
          )
        }
      </Loadable>
      {isSaving && <SegmentDialog segment={null} conditions={asked} onClose={() => setSaving(false)} />}
    </SettingsPage>
  );
}

/** The conditions as JSON, without incomplete ones; undefined if there are none. */
function finished({ match, groups }: ReturnType<typeof conditionsOf>): string | undefined {
  const kept = groups.map((group) => ({
    ...group,
    conditions: group.conditions.filter((one) =>
      readConditions({ match, groups: [{ match, conditions: [one] }] }),
    ),
  }));
  const asked = kept.filter((group) => group.conditions.length > 0);
  return asked.length > 0 ? JSON.stringify({ match, groups: asked }) : undefined;
}

interface ToolsProps {
  filters: ContactFilters;
  change: (changed: Partial<ContactFilters>) => void;
  isNarrowed: boolean;
  onSave: () => void;
}

function Tools({ filters, change, isNarrowed, onSave }: ToolsProps) {
  const { t } = useTranslation();
  const [words, setWords] = useState(filters.keyword);
  const search = useDebouncedCallback((keyword: string) => change({ keyword }), 250);
  return (
    <div className={classes.tools}>
      <TextInput
        className={classes.search}
        data-contact-search
        aria-label={t('contacts.search')}
        placeholder={t('contacts.search')}
        leftSection={<IconSearch size={15} />}
        maxLength={200}
        value={words}
        onChange={(event) => {
          setWords(event.currentTarget.value);
          search(event.currentTarget.value.trim());
        }}
      />
      {filters.segment ? (
        <Button variant="default" size="compact-sm" onClick={() => change({ segment: null })}>
          {t('contacts.ofSegment')} ×
        </Button>
      ) : (
        <ConditionChips conditions={filters.conditions} onChange={(conditions) => change({ conditions })} />
      )}
      {isNarrowed && (
        <Button
          variant="subtle"
          size="compact-sm"
          color="gray"
          leftSection={<IconBookmark size={14} />}
          onClick={onSave}
        >
          {t('contacts.saveSegment')}
        </Button>
      )}
      <span className={classes.space} />
      <Select
        aria-label={t('contacts.sort')}
        w={170}
        allowDeselect={false}
        data={contactSorts.map((value) => ({ value, label: t(`contacts.sortBy.${value}`) }))}
        value={filters.sortBy}
        onChange={(sortBy) => change({ sortBy: sortBy ?? 'name' })}
      />
      <ColumnsMenu />
    </div>
  );
}

function useColumns() {
  return useLocalStorage<Column[]>({
    key: 'parley.contact-columns',
    defaultValue: shownAtFirst,
    getInitialValueInEffect: false,
  });
}

function ColumnsMenu() {
  const { t } = useTranslation();
  const [shown, setShown] = useColumns();
  return (
    <Menu closeOnItemClick={false} position="bottom-end">
      <Menu.Target>
        <Button className={classes.wideOnly} variant="default" leftSection={<IconColumns size={16} />}>
          {t('contacts.columns')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {columns.map((column) => (
          <Menu.Item
            key={column}
            role="menuitemcheckbox"
            aria-checked={shown.includes(column)}
            leftSection={<span aria-hidden>{shown.includes(column) ? '✓' : ' '}</span>}
            onClick={() =>
              setShown(columns.filter((one) => (one === column ? !shown.includes(one) : shown.includes(one))))
            }
          >
            {t(`contacts.column.${column}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function Nothing({ isNarrowed, onClear }: { isNarrowed: boolean; onClear: () => void }) {
  const { t } = useTranslation();
  const mayImport = can(useMe().ability, 'create', 'contactImports');
  if (!isNarrowed) {
    return (
      <EmptyState
        icon={<IconAddressBook stroke={1.4} />}
        title={t('contacts.none')}
        description={t('contacts.noneText')}
      >
        {mayImport && (
          <EmptyState.Actions>
            <Button component={Link} to="/contacts/imports/add">
              {t('contacts.import')}
            </Button>
          </EmptyState.Actions>
        )}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={<IconUserSearch stroke={1.4} />} title={t('contacts.noneFound')}>
      <EmptyState.Actions>
        <Button variant="default" onClick={onClear}>
          {t('contacts.clear')}
        </Button>
      </EmptyState.Actions>
    </EmptyState>
  );
}

interface TableProps {
  rows: ContactItem[];
  selected: SelectedContacts | null;
  onSelect: (selected: SelectedContacts | null) => void;
}

function Table({ rows, selected, onSelect }: TableProps) {
  const { t } = useTranslation();
  const [shown] = useColumns();
  const [peeked, setPeeked] = useState<number | null>(null);
  const mayAdd = can(useMe().ability, 'create', 'contacts');
  const ids = selected?.ids ?? [];
  const isAll = selected !== null && !selected.ids;
  const setIds = (next: string[]) => onSelect(next.length > 0 ? { ids: next, count: next.length } : null);
  const toggle = (id: string) => setIds(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]);
  const navigate = useNavigate();
  const peek = peeked === null ? undefined : rows[peeked];
  const move = (by: 1 | -1) => {
    const next = peeked === null ? 0 : Math.min(Math.max(peeked + by, 0), rows.length - 1);
    setPeeked(next);
    return rows[next];
  };
  useKeys({
    j: () => void move(1),
    k: () => void move(-1),
    ' ': () => setPeeked(peeked === null ? 0 : null),
    Enter: peek && (() => void navigate(`/contacts/${peek.id}`)),
    Escape: () => (peek ? setPeeked(null) : onSelect(null)),
    x: peek && (() => toggle(peek.id)),
    'shift+ArrowDown': () => {
      const [from, to] = [peek, move(1)];
      setIds([...new Set([...ids, ...[from, to].flatMap((row) => row?.id ?? [])])]);
    },
    'mod+a': () => setIds(rows.map(({ id }) => id)),
    '/': () => document.querySelector<HTMLElement>('input[data-contact-search]')?.focus(),
    n: mayAdd ? () => void navigate('/contacts/add') : undefined,
  });
  return (
    <div className={classes.scroll}>
      <table className={classes.table} aria-label={t('contacts.title')}>
        <thead>
          <tr>
            <th className={classes.check}>
              <Checkbox
                size="xs"
                aria-label={t('contacts.selectPage')}
                checked={isAll || rows.every(({ id }) => ids.includes(id))}
                onChange={(event) => setIds(event.currentTarget.checked ? rows.map(({ id }) => id) : [])}
              />
            </th>
            <th scope="col">{t('contactField.name')}</th>
            {shown.map((column) => (
              <th key={column} scope="col" data-low={low[column]}>
                {t(`contacts.column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={row.id} data-current={peeked === index || undefined}>
              <td className={classes.check}>
                <Checkbox
                  size="xs"
                  aria-label={t('contacts.select', { name: nameOf(row) })}
                  checked={isAll || ids.includes(row.id)}
                  onChange={() => toggle(row.id)}
                />
              </td>
              <th scope="row">
                <span className={classes.person}>
                  <PersonAvatar name={nameOf(row)} size={24} />
                  <span className={classes.names}>
                    <Link to={`/contacts/${row.id}`}>{nameOf(row)}</Link>
                    <small>{row.phone ?? row.email}</small>
                  </span>
                  {row.isHighPriority && <span className={classes.label}>{t('row.vip')}</span>}
                  {row.isBlocked && <span className={classes.label}>{t('panel.blocked')}</span>}
                </span>
              </th>
              {shown.map((column) => (
                <td key={column} data-low={low[column]}>
                  <Cell row={row} column={column} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Drawer
        opened={!!peek}
        onClose={() => setPeeked(null)}
        position="right"
        size={480}
        withOverlay={false}
        lockScroll={false}
        trapFocus={false}
        title={peek ? nameOf(peek) : ''}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        {peek && (
          <>
            <Button component={Link} to={`/contacts/${peek.id}`} variant="default" size="compact-md" mb={12}>
              {t('contacts.open')}
            </Button>
            <Suspense>
              <ContactFacts contactId={peek.id} />
            </Suspense>
          </>
        )}
      </Drawer>
    </div>
  );
}

function Cell({ row, column }: { row: ContactItem; column: Column }) {
  const labels = useLabelsById();
  const channels = useChannelsById();
  const { full } = useFormats();
  switch (column) {
    case 'phone':
    case 'email':
    case 'company':
      return row[column] ?? '–';
    case 'labels':
      return row.labelIds.map((id) => (
        <span key={id} className={classes.label}>
          {labels.get(id)?.name}
        </span>
      ));
    case 'channels':
      return row.channelIds.flatMap((id) => channels.get(id)?.name ?? []).join(', ') || '–';
    case 'lastMessage':
      return row.lastMessageAt ? full(row.lastMessageAt) : '–';
    case 'created':
      return full(row.createdAt);
  }
}
