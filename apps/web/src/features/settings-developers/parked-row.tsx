import { useId, useState } from 'react';
import { Button, Skeleton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ParkedDetailResponse, ParkedResponse } from '@parley/contracts/api/parked';
import { topics } from '@parley/contracts/topics';
import { RawText } from '@parley/ui/raw-text';
import { useNow } from '../../lib/clock';
import { ageOf, useFormats } from '../../lib/format';
import { errorText } from '../../lib/i18n';
import { codeOf } from '../../lib/problem';
import { useTranslation } from '../../lib/translation';
import { parkedDetailQuery } from './parked-api';
import classes from './parked.module.css';

interface RowProps {
  row: ParkedResponse;
  isBusy: boolean;
  onRetry: () => void;
  onDrop: () => void;
}

/** Row of one dead letter: topic, error and age. */
export function ParkedRow({ row, isBusy, onRetry, onDrop }: RowProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const [titleId, detailsId] = [useId(), useId()];
  return (
    <li className={classes.row} aria-labelledby={titleId}>
      <div className={classes.head}>
        <h2 id={titleId} className={classes.topic}>
          <Topic name={row.topic} />
        </h2>
        <ParkedAt iso={row.parkedAt} />
      </div>
      <p className={classes.error}>{row.error}</p>
      <div className={classes.actions}>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          aria-expanded={isOpen}
          aria-controls={isOpen ? detailsId : undefined}
          leftSection={isOpen ? <IconChevronDown size={14} /> : <IconChevronRight size={14} />}
          onClick={() => setOpen(!isOpen)}
        >
          {t('parked.details')}
        </Button>
        <span className={classes.space} />
        <Button size="compact-sm" variant="subtle" color="red" disabled={isBusy} onClick={onDrop}>
          {t('parked.drop')}
        </Button>
        <Button size="compact-sm" variant="default" loading={isBusy} onClick={onRetry}>
          {t('parked.retry')}
        </Button>
      </div>
      {isOpen && (
        <div id={detailsId}>
          <Details id={row.id} />
        </div>
      )}
    </li>
  );
}

function Topic({ name }: { name: string }) {
  const { t } = useTranslation();
  const known = (Object.keys(topics) as (keyof typeof topics)[]).find((key) => topics[key] === name);
  return <>{known ? t(`parked.topic.${known}`) : name}</>;
}

/** Time at which a dead letter was stored, with its age. */
function ParkedAt({ iso }: { iso: string }) {
  const { t } = useTranslation();
  const { full, shortDay } = useFormats();
  const { unit, value } = ageOf(iso, useNow());
  return (
    <time dateTime={iso} className={classes.time}>
      {full(iso)} · {unit === 'date' ? shortDay(iso) : t(`age.${unit}`, { value })}
    </time>
  );
}

function Details({ id }: { id: string }) {
  const { t } = useTranslation();
  const { data, error } = useQuery(parkedDetailQuery(id));
  if (error) return <p className={classes.note}>{errorText(codeOf(error))}</p>;
  if (!data) return <Skeleton height={88} mt={8} aria-label={t('common.loading')} />;
  return <DetailList detail={data} />;
}

/** Details of a dead letter. The body is shown as plain text, since it may contain markup from outside. */
function DetailList({ detail }: { detail: ParkedDetailResponse }) {
  const { t } = useTranslation();
  const { bytes } = useFormats();
  const { topic, group, partition, offset, key, messageId, headers, body, size, isBodyCut } = detail;
  const facts: [string, string][] = [
    [t('parked.field.topic'), topic],
    [t('parked.field.group'), group],
    [t('parked.field.place'), `${partition} / ${offset}`],
    [t('parked.field.key'), key],
    [t('parked.field.messageId'), messageId],
    ...Object.entries(headers),
  ];
  return (
    <>
      <dl className={classes.facts}>
        {facts.map(([name, value], place) => (
          <div key={`${place} ${name}`}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <details className={classes.body}>
        <summary>{t('parked.body', { size: bytes(size) })}</summary>
        <RawText label={t('parked.bodyLabel')}>{body}</RawText>
        {isBodyCut && <p className={classes.note}>{t('parked.bodyCut')}</p>}
      </details>
    </>
  );
}
