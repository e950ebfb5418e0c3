import { useEffect, useRef } from 'react';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { can, useMe } from '../lib/me';
import { kindsOf, setAsideQuery } from '../lib/set-aside';
import { useTranslation } from '../lib/translation';
import classes from './notice.module.css';

/** Warns administrators which data is out of date because projectors quarantined streams. */
export function SetAsideNotice() {
  const { t } = useTranslation();
  const mayRead = can(useMe().ability, 'read', 'developers');
  const { data: rows = [] } = useQuery({ ...setAsideQuery, enabled: mayRead });
  useRefreshOnceMended(rows.length);
  if (rows.length === 0) return null;
  const sentences = [...kindsOf(rows).map((kind) => t(`setAside.${kind}`)), t('setAside.told')];
  return (
    <div className={classes.notice} role="status">
      <IconAlertTriangle size={16} className={classes.icon} aria-hidden />
      <span className={classes.text}>{sentences.join(' ')}</span>
    </div>
  );
}

/** Refetches everything when fewer streams are quarantined, because the server pushes nothing for repaired rows. */
function useRefreshOnceMended(count: number) {
  const queries = useQueryClient();
  const before = useRef(count);
  useEffect(() => {
    if (count < before.current) void queries.invalidateQueries();
    before.current = count;
  }, [count, queries]);
}
