import { Tooltip } from '@mantine/core';
import type { Platform } from '@parley/contracts/events/channel.events';
import { smsText } from '@parley/contracts/events/sms';
import { measureText } from '@parley/contracts/events/text-limit';
import { useTranslation } from '../../../lib/translation';
import classes from './composer.module.css';

interface CounterProps {
  platform: Platform;
  /** As the contact will get it, signature included. */
  text: string;
}

/** Counts from 80 % of what the platform takes; SMS is counted in parts, always, since each is paid for. */
export function Counter({ platform, text }: CounterProps) {
  const { t } = useTranslation();
  const { length, limit, over } = measureText(platform, text);
  if (over > 0) {
    return (
      <span className={classes.counter} data-over role="alert">
        {t('composer.tooLong', { count: over })}
      </span>
    );
  }
  if (platform === 'sms') return text === '' ? null : <SmsCounter text={text} />;
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
    <Tooltip label={label} multiline maw={280}>
      <span className={classes.counter} tabIndex={0} aria-description={label}>
        {length}/{perPart * parts} · {t('composer.smsParts', { count: parts })}
      </span>
    </Tooltip>
  );
}
