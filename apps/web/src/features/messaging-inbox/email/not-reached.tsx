import type { RefusedRecipient } from '@parley/contracts/events/message-content';
import { useTranslation } from '../../../lib/translation';
import classes from './mail.module.css';

/** Of several recipients of a mail, those whom a server did not take, and why. */
export function NotReached({ people }: { people: RefusedRecipient[] }) {
  const { t } = useTranslation();
  return (
    <div className={classes.bar} role="group" aria-label={t('email.notReached')}>
      <span>
        {t('email.notReached')}{' '}
        {people.map(({ address, reason, detail }) => (
          <span key={address} title={detail}>
            {address}: {t(`reason.${reason}`)}{' '}
          </span>
        ))}
      </span>
    </div>
  );
}
