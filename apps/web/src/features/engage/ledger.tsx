import { useState } from 'react';
import { Anchor, Button, Select, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { Link } from 'react-router-dom';
import {
  ledgerFilters,
  type BroadcastDetails,
  type LedgerEntry,
  type LedgerFilter,
  type LedgerView,
} from '@parley/contracts/api/broadcasts';
import { skipReasons, type SkipReason, type StatusReason } from '@parley/contracts/events';
import { Loadable } from '@parley/ui/loadable';
import { query as queryOf } from '../../lib/api-client';
import { download } from '../../lib/download';
import { useFormats } from '../../lib/format';
import { toastFailure } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { broadcastsPath, isMoving, ledgerQuery } from './engage-api';
import classes from './engage.module.css';

interface LedgerProps {
  broadcast: BroadcastDetails;
  view: LedgerView;
  onShow: (view: LedgerView) => void;
}

/** Table of the recipients, with the status of each message. */
export function Ledger({ broadcast, view, onShow }: LedgerProps) {
  const { t } = useTranslation();
  const [isSaving, setSaving] = useState(false);
  const { id, number } = broadcast;
  const save = async () => {
    setSaving(true);
    try {
      const file = await download(`${broadcastsPath}/${id}/recipients.csv${queryOf({ ...view })}`);
      const link = document.createElement('a');
      link.href = URL.createObjectURL(file);
      link.download = `broadcast-${number}.csv`;
      link.click();
      URL.revokeObjectURL(link.href);
    } catch (error) {
      toastFailure(error);
    } finally {
      setSaving(false);
    }
  };
  return (
    <section>
      <div className={classes.between}>
        <Title order={2} size={14}>
          {t('engage.ledger')}
        </Title>
        <div className={classes.actions}>
          <Select
            aria-label={t('engage.filter')}
            allowDeselect={false}
            data={ledgerFilters.map((value) => ({ value, label: t(`engage.status.${value}`) }))}
            value={view.filter}
            onChange={(value) => onShow({ filter: value as LedgerFilter })}
          />
          <Button variant="default" loading={isSaving} onClick={() => void save()}>
            {t('engage.export')}
          </Button>
        </div>
      </div>
      <Narrowed broadcast={broadcast} view={view} onShow={onShow} />
      <Rows key={JSON.stringify(view)} broadcast={broadcast} view={view} />
    </section>
  );
}

/** Active filters except for the status filter, each with a button that removes it. */
function Narrowed({ broadcast, view, onShow }: LedgerProps) {
  const { t } = useTranslation();
  const { full } = useFormats();
  const { filter, reason, button, variant, hour } = view;
  const chips: [keyof LedgerView, string][] = [
    ...(reason ? [['reason', whyOf(t, reason)] as [keyof LedgerView, string]] : []),
    ...(button ? [['button', button] as [keyof LedgerView, string]] : []),
    ...(variant
      ? [
          ['variant', (variant === 'a' ? broadcast.template : broadcast.other)?.name ?? variant] as [
            keyof LedgerView,
            string,
          ],
        ]
      : []),
    ...(hour ? [['hour', full(hour)] as [keyof LedgerView, string]] : []),
  ];
  if (chips.length === 0) return null;
  return (
    <div className={classes.actions}>
      {chips.map(([name, words]) => (
        <Button
          key={name}
          size="compact-md"
          variant="light"
          rightSection="×"
          aria-label={t('engage.showAllOf', { what: words })}
          onClick={() => onShow({ ...view, filter, [name]: undefined })}
        >
          {words}
        </Button>
      ))}
    </div>
  );
}

function Rows({ broadcast, view }: Omit<LedgerProps, 'onShow'>) {
  const { t } = useTranslation();
  const [pages, setPages] = useState<(string | null)[]>([null]);
  const asked = { ...view, after: pages.at(-1) ?? null };
  const query = useQuery(ledgerQuery(broadcast.id, asked, isMoving(broadcast.phase)));
  return (
    <Loadable query={query} failed={t('engage.failed')}>
      {({ data, next }) => (
        <>
          {data.length === 0 && <Text c="dimmed">{t('engage.nothingMatches')}</Text>}
          {data.length > 0 && (
            <div className={classes.scroll} tabIndex={0} role="region" aria-label={t('engage.ledger')}>
              <Table>
                <Table.Thead>
                  <Table.Tr>
                    {(['person', 'status', 'when', 'reply', 'conversation'] as const).map((column) => (
                      <Table.Th key={column} scope="col">
                        {t(`engage.column.${column}`)}
                      </Table.Th>
                    ))}
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {data.map((entry) => (
                    <Row key={entry.contactId} entry={entry} />
                  ))}
                </Table.Tbody>
              </Table>
            </div>
          )}
          <div className={classes.actions}>
            {pages.length > 1 && (
              <Button variant="default" onClick={() => setPages(pages.slice(0, -1))}>
                {t('engage.previousPage')}
              </Button>
            )}
            {next !== null && (
              <Button variant="default" onClick={() => setPages([...pages, next])}>
                {t('engage.nextPage')}
              </Button>
            )}
          </div>
        </>
      )}
    </Loadable>
  );
}

const isSkip = (reason: string): reason is SkipReason => skipReasons.some((known) => known === reason);

function whyOf(t: TFunction, reason: string): string {
  return isSkip(reason) ? t(`engage.reason.${reason}`) : t(`engage.failure.${reason as StatusReason}`);
}

function Row({ entry }: { entry: LedgerEntry }) {
  const { t } = useTranslation();
  const { full } = useFormats();
  const { name, phone, status, reason, readAt, deliveredAt, sentAt, dueAt, repliedAt, button, clickedAt } =
    entry;
  const at = readAt ?? deliveredAt ?? sentAt;
  const why = reason && whyOf(t, reason);
  return (
    <Table.Tr>
      <Table.Td>
        <Anchor component={Link} to={`/contacts/${entry.contactId}`}>
          {name ?? phone ?? t('engage.erasedContact')}
        </Anchor>
        {name && phone && <span className={classes.dimmed}> {phone}</span>}
      </Table.Td>
      <Table.Td>
        {t(`engage.status.${status}`)}
        {why && <span className={classes.dimmed}> · {why}</span>}
        {entry.providerCode && <span className={classes.dimmed}> ({entry.providerCode})</span>}
      </Table.Td>
      <Table.Td>{at ? full(at) : dueAt ? t('engage.due', { time: full(dueAt) }) : '–'}</Table.Td>
      <Table.Td>
        {button ?? (repliedAt ? full(repliedAt) : '–')}
        {clickedAt && (
          <span className={classes.dimmed}> {t('engage.clickedAt', { time: full(clickedAt) })}</span>
        )}
      </Table.Td>
      <Table.Td>
        {entry.conversationId ? (
          <Anchor component={Link} to={`/messaging-inbox/${entry.conversationId}`}>
            {t('engage.open')}
          </Anchor>
        ) : (
          '–'
        )}
      </Table.Td>
    </Table.Tr>
  );
}
