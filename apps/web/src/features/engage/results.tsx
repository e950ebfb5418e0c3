import { Anchor, Progress, Table, Text, Title, UnstyledButton } from '@mantine/core';
import type { BroadcastCounts, BroadcastDetails, LedgerView } from '@parley/contracts/api/broadcasts';
import { Link } from 'react-router-dom';
import { useFormats } from '../../lib/format';
import { useTranslation } from '../../lib/translation';
import classes from './engage.module.css';

interface ResultsProps {
  broadcast: BroadcastDetails;
  onShow: (view: LedgerView) => void;
}

/**
 * Reasons for skipped and failed messages, button clicks, the split test, times, and a comparison with earlier
 * broadcasts.
 */
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
            onShow: () => onShow({ filter: 'skipped', reason }),
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
            onShow: () => onShow({ filter: 'failed', reason }),
          }))}
        />
      )}
      {buttons.length > 0 && (
        <Reasons
          title={t('engage.buttons')}
          of={counts.sent}
          rows={buttons.map(({ text, count }) => ({
            name: text,
            count,
            onShow: () => onShow({ filter: 'clicked', button: text }),
          }))}
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
                <UnstyledButton onClick={() => onShow({ filter: 'replied', variant })}>
                  <Text span td="underline">
                    {(variant === 'a' ? template : other)?.name}
                  </Text>
                  {winner === variant && ` · ${t('engage.winner')}`}
                </UnstyledButton>
                <Progress value={sent === 0 ? 0 : (replied / sent) * 100} aria-label={variant} />
                <span className={classes.number}>
                  {t('engage.repliesOf', { replied: number(replied), sent: number(sent) })}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Hours broadcast={broadcast} onShow={onShow} />
      {earlier.length > 0 && <Earlier broadcast={broadcast} />}
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

const compared = ['delivered', 'read', 'replied', 'clicked'] as const;

/** Compares the broadcast with earlier broadcasts of the same template. */
function Earlier({ broadcast }: { broadcast: BroadcastDetails }) {
  const { t } = useTranslation();
  const { number, full } = useFormats();
  const { number: own, name, startsAt, counts, earlier } = broadcast;
  const rows = [{ number: own, name, startsAt, counts }, ...earlier];
  const share = (of: BroadcastCounts, what: (typeof compared)[number]) => {
    if (of.sent === 0) return '–';
    // A percentage of fewer than 20 messages would mislead.
    if (of.sent < 20) return t('engage.repliesOf', { replied: number(of[what]), sent: number(of.sent) });
    return `${number(Math.round((of[what] / of.sent) * 100))}%`;
  };
  return (
    <section>
      <Title order={2} size={14}>
        {t('engage.compared')}
      </Title>
      <div className={classes.scroll} tabIndex={0} role="region" aria-label={t('engage.compared')}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('engage.name')}</Table.Th>
              <Table.Th scope="col" className={classes.number}>
                {t('engage.status.sent')}
              </Table.Th>
              {compared.map((what) => (
                <Table.Th key={what} scope="col" className={classes.number}>
                  {t(`engage.status.${what}`)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={row.number}>
                <Table.Td>
                  {row.number === own ? (
                    <Text span fw={600}>
                      {row.name}
                    </Text>
                  ) : (
                    <Anchor component={Link} to={`/engage/list/${row.number}`}>
                      {row.name}
                    </Anchor>
                  )}
                  {row.startsAt && <span className={classes.dimmed}> {full(row.startsAt)}</span>}
                </Table.Td>
                <Table.Td className={classes.number}>{number(row.counts.sent)}</Table.Td>
                {compared.map((what) => (
                  <Table.Td key={what} className={classes.number}>
                    {share(row.counts, what)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </section>
  );
}

const stages = ['sent', 'delivered', 'read', 'replied'] as const;

/** Number of messages per hour and status. */
function Hours({ broadcast: { hours }, onShow }: ResultsProps) {
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
                    {of(at, stage) > 0 ? (
                      <UnstyledButton
                        td="underline"
                        aria-label={`${t(`engage.status.${stage}`)}, ${full(at)}: ${number(of(at, stage))}`}
                        onClick={() => onShow({ filter: stage, hour: at })}
                      >
                        {number(of(at, stage))}
                      </UnstyledButton>
                    ) : (
                      0
                    )}
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
