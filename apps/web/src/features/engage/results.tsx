import { Anchor, Progress, Text, Title, UnstyledButton } from '@mantine/core';
import type { BroadcastDetails, LedgerFilter } from '@parley/contracts/api/broadcasts';
import { Link } from 'react-router-dom';
import { useFormats } from '../../lib/format';
import { useTranslation } from '../../lib/translation';
import classes from './engage.module.css';

interface ResultsProps {
  broadcast: BroadcastDetails;
  onShow: (filter: LedgerFilter, reason?: string | null) => void;
}

/** Why some got nothing, what was pressed, which template did better, when it happened, and how it was before. */
export function Results({ broadcast, onShow }: ResultsProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { skipped, failed, buttons, variants, winner, other, template, earlier, counts } = broadcast;
  return (
    <>
      {skipped.length > 0 && (
        <Reasons
          title={t('engage.skipped')}
          of={counts.total}
          rows={skipped.map(({ reason, count }) => ({
            name: t(`engage.reason.${reason}`),
            count,
            onShow: () => onShow('skipped', reason),
          }))}
        />
      )}
      {failed.length > 0 && (
        <Reasons
          title={t('engage.failures')}
          of={counts.total}
          rows={failed.map(({ reason, count }) => ({
            name: t(`engage.failure.${reason}`),
            count,
            onShow: () => onShow('failed', reason),
          }))}
        />
      )}
      {buttons.length > 0 && (
        <Reasons
          title={t('engage.buttons')}
          of={counts.sent}
          rows={buttons.map(({ text, count }) => ({ name: text, count, onShow: () => onShow('clicked') }))}
        />
      )}
      {other && (
        <section>
          <Title order={2} size={14}>
            {t('engage.variants')}
          </Title>
          <ul className={classes.bars}>
            {variants.map(({ variant, sent, replied }) => (
              <li key={variant}>
                <span>
                  {(variant === 'a' ? template : other)?.name}
                  {winner === variant && ` · ${t('engage.winner')}`}
                </span>
                <Progress value={sent === 0 ? 0 : (replied / sent) * 100} aria-label={variant} />
                <span className={classes.number}>
                  {t('engage.repliesOf', { replied: number(replied), sent: number(sent) })}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Hours broadcast={broadcast} />
      {earlier && (
        <Text size="sm" mb="md">
          {t('engage.earlier', {
            sent: number(earlier.counts.sent),
            read: number(earlier.counts.read),
            replied: number(earlier.counts.replied),
          })}{' '}
          <Anchor component={Link} to={`/engage/list/${earlier.number}`}>
            {earlier.name}
          </Anchor>
        </Text>
      )}
    </>
  );
}

function Reasons({
  title,
  of,
  rows,
}: {
  title: string;
  of: number;
  rows: { name: string; count: number; onShow: () => void }[];
}) {
  const { number } = useFormats();
  return (
    <section>
      <Title order={2} size={14}>
        {title}
      </Title>
      <ul className={classes.bars} aria-label={title}>
        {rows.map(({ name, count, onShow }) => (
          <li key={name}>
            <UnstyledButton onClick={onShow}>
              <Text span td="underline">
                {name}
              </Text>
            </UnstyledButton>
            <Progress value={of === 0 ? 0 : (count / of) * 100} aria-label={name} />
            <span className={classes.number}>{number(count)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const stages = ['sent', 'delivered', 'read', 'replied'] as const;

/** What happened in which hour, as a table. */
function Hours({ broadcast: { hours } }: { broadcast: BroadcastDetails }) {
  const { t } = useTranslation();
  const { number, full } = useFormats();
  if (hours.length === 0) return null;
  const times = [...new Set(hours.map(({ at }) => at))].slice(-48);
  const of = (at: string, stage: string) =>
    hours.find((hour) => hour.at === at && hour.what === stage)?.count ?? 0;
  return (
    <section>
      <Title order={2} size={14}>
        {t('engage.perHour')}
      </Title>
      <div className={classes.scroll} tabIndex={0} role="region" aria-label={t('engage.perHour')}>
        <table style={{ borderSpacing: '16px 4px', marginLeft: -16 }}>
          <thead>
            <tr>
              <th scope="col" style={{ textAlign: 'left' }}>
                {t('engage.hour')}
              </th>
              {stages.map((stage) => (
                <th key={stage} scope="col" className={classes.number}>
                  {t(`engage.status.${stage}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {times.map((at) => (
              <tr key={at}>
                <th scope="row" style={{ fontWeight: 400, textAlign: 'left' }}>
                  {full(at)}
                </th>
                {stages.map((stage) => (
                  <td key={stage} className={classes.number}>
                    {number(of(at, stage))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
