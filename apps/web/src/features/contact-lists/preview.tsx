import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { ContactConditions } from '@parley/contracts/api/contact-conditions';
import { Loadable } from '@parley/ui/loadable';
import { useFormats } from '../../lib/format';
import { useTranslation } from '../../lib/translation';
import classes from './contact-lists.module.css';
import { complete } from './conditions-builder';
import { previewQuery } from './lists-api';
import { Reach } from './reach';

const TYPED_MS = 300;

/**
 * Shows the contacts who match the conditions as edited: their number, the channels that reach them, and ten names.
 */
export function Preview({ conditions }: { conditions: ContactConditions }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const [asked] = useDebouncedValue(complete(conditions), TYPED_MS);
  const query = useQuery(previewQuery(asked));
  return (
    <aside className={classes.aside} aria-label={t('contactLists.preview')}>
      <Loadable query={query} failed={t('contactLists.failed')} skeleton={{ rows: 2, height: 24 }}>
        {({ members, optedOut, blocked, reach, names }) => (
          <>
            <div className={classes.count} role="status">
              {t('contactLists.members', { count: members, formatted: number(members) })}
            </div>
            {query.isPlaceholderData && <div className={classes.dimmed}>{t('contactLists.counting')}</div>}
            <Reach of={{ members, optedOut, blocked, reach }} />
            <ul className={classes.plain}>
              {names.map((name, index) => (
                <li key={index}>{name}</li>
              ))}
            </ul>
          </>
        )}
      </Loadable>
    </aside>
  );
}
