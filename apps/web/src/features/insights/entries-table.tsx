import { Anchor, VisuallyHidden } from '@mantine/core';
import type { MetricUnit } from '@parley/contracts/api/insight-metrics';
import { shownValue } from '@parley/contracts/api/insight-values';
import { shownNumber } from '../../lib/format';
import { useTranslation } from '../../lib/translation';
import classes from './insights.module.css';
import type { Entry } from './series';

interface EntriesTableProps {
  entries: Entry[];
  unit: MetricUnit;
  name: string;
  onOpen?: (entry: Entry) => void;
  /** Whether only screen readers can perceive the table. */
  isHidden?: boolean;
}

/** The data of a chart as a table. */
export function EntriesTable({ entries, unit, name, onOpen, isHidden }: EntriesTableProps) {
  const { t } = useTranslation();
  const isTime = unit === 'time';
  const table = (
    <table className={classes.table} aria-label={name}>
      <thead>
        <tr>
          <th scope="col">{t('insights.column.part')}</th>
          <th scope="col">{isTime ? t('insights.column.average') : name}</th>
          {isTime && (
            <>
              <th scope="col">{t('insights.column.median')}</th>
              <th scope="col">{t('insights.column.p90')}</th>
              <th scope="col">{t('insights.column.cases')}</th>
            </>
          )}
        </tr>
      </thead>
      <tbody>
        {entries.map((entry, index) => (
          <tr key={index}>
            <th scope="row">{entry.name}</th>
            <td>
              {onOpen && entry.open && entry.value ? (
                <Anchor component="button" type="button" inherit onClick={() => onOpen(entry)}>
                  {shownValue(entry.value, unit)}
                </Anchor>
              ) : (
                shownValue(entry.value, unit)
              )}
            </td>
            {entry.more && (
              <>
                <td>{shownValue(entry.more.median, unit)}</td>
                <td>{shownValue(entry.more.p90, unit)}</td>
                <td>{shownNumber(entry.more.count)}</td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
  if (isHidden) return <VisuallyHidden>{table}</VisuallyHidden>;
  return (
    <div className={classes.scroll} tabIndex={0} role="group" aria-label={name}>
      {table}
    </div>
  );
}
