import { UnstyledButton } from '@mantine/core';
import type { SharesAnswer } from '@parley/contracts/api/insights';
import { shownNumber } from '../../lib/format';
import { useTranslation } from '../../lib/translation';
import classes from './insights.module.css';
import { heatOf } from './series';
import { weekdayOf } from './use-names';

interface HeatMapProps {
  answer: SharesAnswer;
  name: string;
  onOpen?: (part: { share: string; name: string }) => void;
}

/**
 * Values by weekday and hour, darker for higher values. Each cell contains its number as text and opens its facts.
 */
export function HeatMap({ answer, name, onOpen }: HeatMapProps) {
  const { language } = useTranslation();
  const rows = heatOf(answer);
  const most = Math.max(1, ...rows.flat());
  return (
    <div className={classes.scroll} tabIndex={0} role="group" aria-label={name}>
      <table className={classes.heat} aria-label={name}>
        <thead>
          <tr>
            <td />
            {rows[0]!.map((_, hour) => (
              <th key={hour} scope="col" data-minor={hour % 6 !== 0 || undefined}>
                {hour}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((hours, day) => {
            const weekday = weekdayOf(day + 1, language);
            return (
              <tr key={day}>
                <th scope="row" abbr={weekday}>
                  {weekdayOf(day + 1, language, 'short')}
                </th>
                {hours.map((value, hour) => {
                  const when = `${weekday} ${hour}:00`;
                  const label = `${when}: ${shownNumber(value)}`;
                  const style = { '--heat': `${Math.round((value / most) * 100)}%` } as React.CSSProperties;
                  return (
                    <td key={hour} style={style}>
                      {onOpen && value > 0 ? (
                        <UnstyledButton
                          className={classes.cell}
                          tabIndex={-1}
                          title={label}
                          aria-label={label}
                          onClick={() => onOpen({ share: `${day + 1}/${hour}`, name: when })}
                        />
                      ) : (
                        <span className={classes.cell} title={label} aria-label={label} role="img" />
                      )}
                    </td>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
