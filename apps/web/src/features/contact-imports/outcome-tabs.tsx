import { useState } from 'react';
import { Button, Tabs, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  importOutcomes,
  type ContactImport,
  type ImportOutcome,
  type ImportRow,
} from '@parley/contracts/api/contact-imports';
import { importReason } from '@parley/contracts/api/import-reasons';
import { Loadable } from '@parley/ui/loadable';
import { useFormats } from '../../lib/format';
import { useTranslation } from '../../lib/translation';
import classes from './contact-imports.module.css';
import { rowsQuery } from './imports-api';

/** The rows of an import in tabs by planned or actual outcome, twenty per page, each with its reason. */
export function OutcomeTabs({ held }: { held: ContactImport }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const first = importOutcomes.find((outcome) => held.counts[outcome] > 0) ?? 'create';
  const [chosen, setChosen] = useState<ImportOutcome | null>(null);
  const outcome = chosen ?? first;
  return (
    <Tabs value={outcome} onChange={(value) => setChosen(value as ImportOutcome)} keepMounted={false}>
      <Tabs.List>
        {importOutcomes.map((one) => (
          <Tabs.Tab key={one} value={one}>
            {t(`imports.outcome.${one}`, { formatted: number(held.counts[one]) })}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {importOutcomes.map((one) => (
        <Tabs.Panel key={one} value={one} pt="md">
          <Rows held={held} outcome={one} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

function Rows({ held, outcome }: { held: ContactImport; outcome: ImportOutcome }) {
  const { t } = useTranslation();
  const [pages, setPages] = useState<number[]>([0]);
  const query = useQuery({
    ...rowsQuery(held, outcome, pages.at(-1) ?? 0),
    placeholderData: keepPreviousData,
  });
  if (held.counts[outcome] === 0) return <Text c="dimmed">{t('imports.noRows')}</Text>;
  return (
    <Loadable query={query} failed={t('imports.failed')}>
      {({ data, next }) => (
        <>
          <div className={classes.scroll} tabIndex={0} role="region" aria-label={t('imports.rowsLabel')}>
            <table className={classes.table}>
              <thead>
                <tr>
                  <th className={classes.number}>{t('imports.line')}</th>
                  {held.header.map((name, index) => (
                    <th key={`${index} ${name}`} scope="col">
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {data.map((row) => (
                  <Row key={row.line} row={row} width={held.header.length} />
                ))}
              </tbody>
            </table>
          </div>
          <div className={classes.actions}>
            {pages.length > 1 && (
              <Button variant="default" onClick={() => setPages(pages.slice(0, -1))}>
                {t('imports.previous')}
              </Button>
            )}
            {next !== null && (
              <Button variant="default" onClick={() => setPages([...pages, next])}>
                {t('imports.more')}
              </Button>
            )}
          </div>
        </>
      )}
    </Loadable>
  );
}

function Row({ row: { line, cells, code, column }, width }: { row: ImportRow; width: number }) {
  const { language } = useTranslation();
  const reason = code && (
    <span className={classes.fault}>
      <IconAlertTriangle size={14} aria-hidden />
      {importReason(code, language)}
    </span>
  );
  const at = column ?? 0;
  return (
    <tr>
      <td className={classes.number}>{line}</td>
      {Array.from({ length: width }, (_, index) => (
        <td key={index} data-fault={(code !== null && index === at) || undefined}>
          {cells[index] ?? ''}
          {index === at && reason}
        </td>
      ))}
    </tr>
  );
}
