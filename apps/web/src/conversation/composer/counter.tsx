import { rulesOf, type Medium } from '@parley/contracts/channels/offers';
import { smsText } from '@parley/contracts/rules/sms';
import { measureText } from '@parley/contracts/rules/text-limit';
import { useTranslation } from '../../lib/translation';
import classes from './composer.module.css';

interface CounterProps {
  medium: Medium;
  /** The text as the contact will receive it, signature included. */
  text: string;
}

/**
 * Counts the text's length. Shown from 80 % of the channel's limit on; for SMS always, as the number of parts,
 * because each part is charged.
 */
export function Counter({ medium, text }: CounterProps) {
  const { t } = useTranslation();
  const { length, limit, over } = measureText(medium, text);
  if (over > 0) {
    return (
      <span className={classes.counter} data-over role="alert">
        {t('composer.tooLong', { count: over })}
      </span>
    );
  }
  if (rulesOf(medium).limits.text.unit === 'sms') return text === '' ? null : <SmsCounter text={text} />;
  return length < limit * 0.8 ? null : (
    <span className={classes.counter}>
      {length}/{limit}
    </span>
  );
}

function SmsCounter({ text }: { text: string }) {
  const { t } = useTranslation();
  const { length, perPart, parts, culprit } = smsText(text);
  const label = culprit
    ? t('composer.smsShort', { character: culprit, count: perPart })
    : t('composer.smsHint', { count: perPart });
  return (
    <span data-tip={label} className={classes.counter} tabIndex={0} aria-description={label}>
      {length}/{perPart * parts} · {t('composer.smsParts', { count: parts })}
    </span>
  );
}
