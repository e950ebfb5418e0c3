import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import type { ConnectionCheckLine, ConnectionCheckResponse } from '@parley/contracts/api/channels';
import { useFormats } from '../../../lib/format';
import { errorText } from '../../../lib/i18n';
import { useTranslation } from '../../../lib/translation';
import { manifestOf } from '../manifests';
import type { ConnectValues } from './connect-values';
import classes from './connect.module.css';

interface CheckStepProps {
  values: ConnectValues;
  result: ConnectionCheckResponse;
}

/** Step that shows the result of the check: one line per aspect, with an explanation of each problem. */
export function CheckStep({ values: { provider }, result: { account, lines } }: CheckStepProps) {
  const { t, language } = useTranslation();
  const formats = useFormats();
  const { credentials, name } = manifestOf(provider);
  const holds = ({ what, detail }: ConnectionCheckLine): string => {
    if (what !== 'account') return t(`channels.checked.${what}`);
    const known = [account?.name, account?.phone].filter(Boolean).join(' · ');
    const until = detail ? ` ${t('channels.checked.until', { date: formats.full(detail) })}` : '';
    return t('channels.checked.account', { provider: name[language] }) + (known && `: ${known}.`) + until;
  };
  const fieldName = (key: string | null) => credentials.find((field) => field.key === key)?.label[language];
  return (
    <div role="status">
      <ul className={classes.lines} aria-label={t('channels.step.check')}>
        {lines.map((line) => (
          <li key={line.what} data-refused={line.code !== null || undefined}>
            {line.code === null ? (
              <IconCircleCheck size={18} aria-hidden />
            ) : (
              <IconCircleX size={18} aria-hidden />
            )}
            <span>
              {line.code === null
                ? holds(line)
                : [fieldName(line.field), errorText(line.code)].filter(Boolean).join(': ')}
              {line.code !== null && line.detail && <span className={classes.dim}>{line.detail}</span>}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
