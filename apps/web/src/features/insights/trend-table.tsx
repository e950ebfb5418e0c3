import { Anchor } from '@mantine/core';
import type { SharesAnswer } from '@parley/contracts/api/insights';
import { shownNumber } from '../../lib/format';
import { useTranslation } from '../../lib/translation';
import classes from './insights.module.css';
import type { Entry } from './series';

interface TrendTableProps {
  answer: SharesAnswer;
  entries: Entry[];
  name: string;
  onOpen?: (entry: Entry) => void;
}

/** Table that compares counts with those of the preceding period; the largest rise comes first. */
export function TrendTable({ answer, entries, name, onOpen }: TrendTableProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.scroll} tabIndex={0} role="group" aria-label={name}>
      <table className={classes.table} aria-label={name}>
        <thead>
          <tr>
            <th scope="col">{t('insights.column.tag')}</th>
            <th scope="col">{t('insights.column.now')}</th>
            <th scope="col">{t('insights.column.before')}</th>
            <th scope="col">{t('insights.column.change')}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry, index) => {
            const { value, previous = 0 } = answer.data[index] ?? { value: entry.value ?? 0 };
            const change = value - previous;
            return (
              <tr key={index}>
                <th scope="row">{entry.name}</th>
                <td>
                  {onOpen && value > 0 ? (
                    <Anchor component="button" type="button" inherit onClick={() => onOpen(entry)}>
                      {shownNumber(value)}
                    </Anchor>
                  ) : (
                    shownNumber(value)
                  )}
                </td>
                <td>{shownNumber(previous)}</td>
                <td>{`${change > 0 ? '+' : change < 0 ? '−' : ''}${shownNumber(Math.abs(change))}`}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
