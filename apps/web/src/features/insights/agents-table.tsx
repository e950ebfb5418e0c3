import type { AgentsAnswer } from '@parley/contracts/api/insights';
import { shownValue } from '@parley/contracts/api/insight-values';
import { shownNumber } from '../../lib/format';
import { useUsersById } from '../../lib/directory';
import { useTranslation } from '../../lib/translation';
import classes from './insights.module.css';

/** Table that compares agents, one per row. */
export function AgentsTable({ answer, name }: { answer: AgentsAnswer; name: string }) {
  const { t } = useTranslation();
  const users = useUsersById();
  return (
    <div className={classes.scroll} tabIndex={0} role="group" aria-label={name}>
      <table className={classes.table} aria-label={name}>
        <thead>
          <tr>
            <th scope="col">{t('insights.column.agent')}</th>
            <th scope="col">{t('insights.column.sent')}</th>
            <th scope="col">{t('insights.column.resolved')}</th>
            <th scope="col">{t('insights.column.firstReply')}</th>
          </tr>
        </thead>
        <tbody>
          {answer.data.map(({ userId, sent, resolved, firstReply }) => (
            <tr key={userId}>
              <th scope="row">{users.get(userId)?.displayName ?? t('insights.unknown')}</th>
              <td>{shownNumber(sent)}</td>
              <td>{shownNumber(resolved)}</td>
              <td title={t('insights.cases', { count: firstReply.count })}>
                {shownValue(firstReply.median, 'time')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
