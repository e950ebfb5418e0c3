import type { ListReach } from '@parley/contracts/api/contact-lists';
import { useChannelsById } from '../../lib/directory';
import { useFormats } from '../../lib/format';
import { useTranslation } from '../../lib/translation';
import classes from './contact-lists.module.css';

/** Numbers of contacts that each channel reaches, and of those that no channel reaches. */
export function Reach({ of }: { of: ListReach & { reach: Record<string, number> } }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const channels = useChannelsById();
  return (
    <ul className={`${classes.plain} ${classes.dimmed}`}>
      {Object.entries(of.reach).map(([id, count]) => (
        <li key={id}>
          {t('contactLists.reachOn', { name: channels.get(id)?.name ?? '–', formatted: number(count) })}
        </li>
      ))}
      <li>{t('contactLists.optedOut', { formatted: number(of.optedOut) })}</li>
      {of.blocked > 0 && <li>{t('contactLists.blocked', { formatted: number(of.blocked) })}</li>}
    </ul>
  );
}
